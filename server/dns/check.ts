import { createPublicKey } from "node:crypto"
import type { Resolver } from "node:dns/promises"
import type { ExpectedRecords } from "./expected.ts"

/** One record that the site or its mail needs, compared with what the DNS answers. */
export interface CheckedRecord {
  type: "A, AAAA" | "MX" | "TXT"
  /** Full name without the final dot. */
  name: string
  purpose: string
  /** The value to enter; angle brackets mark what only the operator or the mail provider knows. */
  wanted: string
  found: readonly string[]
  /** Completes "this record ..."; null if the record is right. */
  problem: string | null
}

/** Asks for every record. Rejects only if `resolver` cannot be used at all. */
export async function checkRecords(
  resolver: Pick<Resolver, "resolve4" | "resolve6" | "resolveMx" | "resolveTxt">,
  expected: ExpectedRecords,
): Promise<CheckedRecord[]> {
  const { site, mailDomain, receiving } = expected
  return Promise.all([
    ...(site ? [checkAddresses(resolver, site, expected.addresses)] : []),
    ...receiving.map((domain) => checkMx(resolver, domain)),
    checkSpf(resolver, mailDomain, expected.spf),
    checkDkim(resolver, mailDomain, expected.selector),
    checkDmarc(resolver, mailDomain),
  ])
}

async function checkAddresses(
  resolver: Pick<Resolver, "resolve4" | "resolve6">,
  name: string,
  own: readonly string[],
): Promise<CheckedRecord> {
  const answers = await Promise.all([
    read(() => resolver.resolve4(name)),
    read(() => resolver.resolve6(name)),
  ])
  const found = answers.flatMap((answer) => answer.records)
  const elsewhere = found.filter((address) => !own.map(plain).includes(plain(address)))
  const problem =
    found.length === 0
      ? (answers.find((answer) => answer.problem)?.problem ?? "is missing")
      : own.length > 0 && elsewhere.length > 0
        ? `leads to ${elsewhere.join(" and ")}, which is not this machine`
        : null
  const wanted = own.join(" and ") || "<the public address of this machine>"
  return { type: "A, AAAA", name, purpose: "visitors find the site", wanted, found, problem }
}

/** IPv6 has many spellings of one address. */
function plain(address: string): string {
  return address.includes(":") ? new URL(`http://[${address}]`).hostname : address
}

async function checkMx(resolver: Pick<Resolver, "resolveMx">, name: string): Promise<CheckedRecord> {
  const { records, problem } = await read(() => resolver.resolveMx(name))
  const found = records.map(({ priority, exchange }) => `${priority} ${exchange || "."}`)
  const refuses = records.some(({ exchange }) => exchange === "" || exchange === ".")
  return {
    type: "MX",
    name,
    purpose: "replies and bounces arrive",
    wanted: "10 <the mail server of your provider>",
    found,
    problem: problem ?? (refuses ? "says that this domain accepts no mail" : null),
  }
}

async function checkSpf(
  resolver: Pick<Resolver, "resolveTxt">,
  name: string,
  mechanism: string | undefined,
): Promise<CheckedRecord> {
  const { records, problem } = await readTxt(resolver, name, /^v=spf1( |$)/i)
  return {
    type: "TXT",
    name,
    purpose: "SPF: who may send mail of this domain",
    wanted: `v=spf1 ${mechanism ?? "<what your mail provider names, such as include:_spf.provider.example>"} -all`,
    found: records,
    problem: problem ?? spfProblem(records, mechanism),
  }
}

function spfProblem([record = "", ...more]: readonly string[], mechanism: string | undefined): string | null {
  if (more.length > 0) return "exists more than once, which makes receivers ignore all of them"
  const terms = record.toLowerCase().split(/\s+/).slice(1)
  if (mechanism && !terms.includes(mechanism.toLowerCase())) return `does not contain ${mechanism}`
  if (terms.some((term) => /^[+?]?all$/.test(term)))
    return "allows everybody to send; end it with -all or ~all"
  const ends = terms.some((term) => /^[-~]all$/.test(term) || term.startsWith("redirect="))
  return ends ? null : "has no end; end it with -all or ~all"
}

async function checkDkim(
  resolver: Pick<Resolver, "resolveTxt">,
  domain: string,
  selector: string | undefined,
): Promise<CheckedRecord> {
  const record = {
    type: "TXT",
    name: `${selector ?? "<selector>"}._domainkey.${domain}`,
    purpose: "DKIM: the key that mails are signed with",
    wanted: "<the record, or the CNAME, that your mail provider shows>",
  } as const
  if (!selector)
    return {
      ...record,
      found: [],
      problem: "cannot be checked without its name: set MAIL_DKIM_SELECTOR, or give it as --dkim",
    }
  const { records, problem } = await readTxt(resolver, record.name, /(^|;)\s*p=/)
  return { ...record, found: records, problem: problem ?? dkimProblem(records[0] ?? "") }
}

function dkimProblem(record: string): string | null {
  const tag = (name: string) => new RegExp(`(?:^|;)\\s*${name}=([^;]*)`).exec(record)?.[1]?.replace(/\s/g, "")
  const key = tag("p")
  if (!key) return "has an empty key, which means that it was withdrawn"
  // A key of Ed25519 is 32 bytes without the structure around an RSA key (RFC 8463).
  if (tag("k") === "ed25519")
    return Buffer.from(key, "base64").length === 32 ? null : "has a key that is cut off or mistyped"
  try {
    const bits = createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" })
    const length = bits.asymmetricKeyDetails?.modulusLength ?? 0
    return length < 1024 ? `has a key of ${length} bits; receivers require 1024` : null
  } catch {
    return "has a key that is cut off or mistyped"
  }
}

/** A domain without a record of its own has that of the domain above it (RFC 7489, section 6.6.3). */
async function checkDmarc(resolver: Pick<Resolver, "resolveTxt">, domain: string): Promise<CheckedRecord> {
  const labels = domain.split(".")
  const domains = labels
    .slice(0, Math.max(1, labels.length - 1))
    .map((_, index) => labels.slice(index).join("."))
  let first: Read<string> | undefined
  for (const one of domains) {
    const answer = await readTxt(resolver, `_dmarc.${one}`, /^v=DMARC1\s*(;|$)/i)
    first ??= answer
    if (answer.records.length > 0) return dmarcRecord(`_dmarc.${one}`, answer)
  }
  return dmarcRecord(`_dmarc.${domain}`, first ?? { records: [], problem: "is missing" })
}

function dmarcRecord(name: string, { records, problem }: Read<string>): CheckedRecord {
  const policy = /(?:^|;)\s*p=\s*(\w+)/i.exec(records[0] ?? "")?.[1]?.toLowerCase()
  const wrong =
    records.length > 1
      ? "exists more than once, which makes receivers ignore all of them"
      : ["none", "quarantine", "reject"].includes(policy ?? "")
        ? null
        : "has no policy: p must be none, quarantine or reject"
  return {
    type: "TXT",
    name,
    purpose: "DMARC: what happens to mail that fails the two above",
    wanted: "v=DMARC1; p=quarantine",
    found: records,
    problem: problem ?? wrong,
  }
}

interface Read<Found> {
  records: readonly Found[]
  problem: string | null
}

async function readTxt(
  resolver: Pick<Resolver, "resolveTxt">,
  name: string,
  kind: RegExp,
): Promise<Read<string>> {
  const { records, problem } = await read(() => resolver.resolveTxt(name))
  // A long record arrives in pieces of at most 255 bytes.
  const texts = records.map((pieces) => pieces.join("")).filter((text) => kind.test(text))
  return { records: texts, problem: problem ?? (texts.length === 0 ? "is missing" : null) }
}

async function read<Found>(ask: () => Promise<Found[]>): Promise<Read<Found>> {
  try {
    const records = await ask()
    return { records, problem: records.length === 0 ? "is missing" : null }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const missing = code === "ENOTFOUND" || code === "ENODATA"
    return { records: [], problem: missing ? "is missing" : `could not be asked for (${code})` }
  }
}
