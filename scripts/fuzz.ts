/**
 * `npm run fuzz`: sends 10,000 malformed requests to every page, endpoint, webhook, function, auth route, storage route, table and
 * database function of the built site, to its console and to realtime channels, which it starts by itself with a database of its own. `-- --requests 500` sends so many,
 * `-- --seed 7` others; `-- --data folder` starts from the data of another installation, which it changes. Exits 1 when one got a 5xx or no answer, or when more than 1 % were refused with 429.
 */
import { parseArgs } from "node:util"
import { failureInWords, fuzz, mostRefused } from "../test/fuzz/fuzz.ts"
import { startFuzzedSite } from "../test/fuzz/site.ts"

/** Failures that are printed whole. */
const shown = 40

const options = {
  requests: { type: "string", default: "10000" },
  seed: { type: "string", default: "1" },
  data: { type: "string" },
} as const
const print = (line: string) => void process.stdout.write(`${line}\n`)
const given = readGiven()

if (given) process.exitCode = await run(given)
else {
  process.stderr.write(
    "npm run fuzz takes --requests and --seed, whole numbers, such as --requests 500 --seed 7, and --data, a folder.\n",
  )
  process.exitCode = 2
}

/** Undefined where the arguments are others. */
function readGiven(): { requests: number; seed: number; data: string | undefined } | undefined {
  try {
    const { values } = parseArgs({ options })
    const [requests, seed] = [Number(values.requests), Number(values.seed)]
    return Number.isInteger(requests) && requests >= 1 && Number.isInteger(seed)
      ? { requests, seed, data: values.data }
      : undefined
  } catch {
    return undefined
  }
}

async function run({ requests, seed, data }: NonNullable<typeof given>): Promise<number> {
  const site = await startFuzzedSite({ requests, data })
  try {
    const { sent, seconds, targets, statuses, failures } = await fuzz(site, { requests, seed })
    const refused = (statuses["429"] ?? 0) / sent
    for (const failure of failures.slice(0, shown)) print(failureInWords(failure))
    print(`${sent} requests (seed ${seed}) to ${targets} addresses in ${seconds.toFixed(0)} s`)
    print(
      Object.entries(statuses)
        .map(([status, count]) => `${status}: ${count}`)
        .join("  "),
    )
    print(`${failures.length} failed; ${(refused * 100).toFixed(2)} % were refused with 429`)
    return failures.length > 0 || refused > mostRefused ? 1 : 0
  } finally {
    await site.close()
  }
}
