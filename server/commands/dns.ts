/** `npm run dns`: the DNS records that the site and its mail need, and whether they are there. */
import { join } from "node:path"
import { parseArgs } from "node:util"
import { type CheckedRecord, checkRecords } from "../dns/check.ts"
import { expectedRecords } from "../dns/expected.ts"
import { createResolver } from "../dns/resolver.ts"
import { readProcessEnv } from "../process/process-env.ts"

const usage = `Usage: npm run dns -- [--dkim <selector>] [--spf <mechanism>] [--address <address>]... [--server <address>]

Prints the DNS records that the site and its email need, and asks for each of them. The names come from SITE_URL,
MAIL_FROM and REPLY_ADDRESS. Ends with 1 while a record is missing or wrong.

  --dkim     name of the email provider's signing key (the first part of <selector>._domainkey.<domain>)
  --spf      what the provider wants in the SPF record, such as include:_spf.provider.example
  --address  public address of this machine, where its own interfaces do not have it
  --server   name server to ask, such as 9.9.9.9; default: the machine's own
  --help     show this help`

process.exitCode = await run()

async function run(): Promise<number> {
  try {
    const { values } = parseArgs({
      options: {
        dkim: { type: "string" },
        spf: { type: "string" },
        address: { type: "string", multiple: true },
        server: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    })
    if (values.help) return print(usage, 0)
    const env = readProcessEnv(join(import.meta.dirname, "../.."))
    const resolver = createResolver(values.server ?? env.DNS_SERVER)
    const { dkim: selector = env.MAIL_DKIM_SELECTOR, spf = env.MAIL_SPF, address: addresses } = values
    const expected = expectedRecords(env, {
      ...(addresses ? { addresses } : {}),
      ...(spf ? { spf } : {}),
      ...(selector ? { selector } : {}),
    })
    const records = await checkRecords(resolver, expected)
    const wrong = records.filter(({ problem }) => problem !== null).length
    const sum =
      wrong === 0 ? "Every record is right." : `${wrong} of ${records.length} records need attention.`
    return print([...records.map(described), sum].join("\n\n"), wrong === 0 ? 0 : 1)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}\n`)
    return 2
  }
}

function print(text: string, code: number): number {
  process.stdout.write(`${text}\n`)
  return code
}

function described({ type, name, purpose, wanted, found, problem }: CheckedRecord): string {
  return [
    `${problem === null ? "ok   " : "CHECK"}  ${type} ${name} (${purpose})`,
    ...(problem === null ? [] : [`       this record ${problem}`, `       wanted: ${wanted}`]),
    ...found.map((one) => `       found:  ${one}`),
  ].join("\n")
}
