import { z } from "zod"
import type { badLines } from "#content/import-fates.ts"
import { delimiterOf, readCsv } from "#primitives/csv.ts"
import { isDay } from "#primitives/days.ts"

/** What somebody agreed to, when and where: the proof that GDPR article 7 requires. */
export interface Proof {
  /** "2026-05-01" */
  on: string
  /** "Sign-up sheet at the spring race" */
  source: string
  /** The words that were agreed to. */
  text: string
}

/** A line of a subscriber file. */
export interface FileRow {
  /** The line number from 1, as in an editor: headers, empty lines and line breaks inside quotes are counted. */
  line: number
  email: string
  name: string | null
  proof: Proof
}

/** A line that cannot be used. */
interface BadRow {
  line: number
  given: string
  why: keyof typeof badLines
}

/** The maximum number of lines in a file. */
export const mostRows = 20_000

const address = z.email().max(254)

/** Names of columns, in lowercase; the first of each are those in the guide. */
const titles = {
  email: ["email", "e-mail", "email address", "mail"],
  name: ["name", "first name", "full name"],
  on: ["consent_date", "consent date", "opted in", "optin_time", "confirm_time", "date"],
  source: ["consent_source", "consent source", "source"],
  text: ["consent_text", "consent text", "consent"],
} as const

/**
 * Reads a CSV file of subscribers whose first line names its columns. Consent details that a line does not contain are
 * taken from `common`. Errors: `no_column` (none of them is called email), `empty`, `too_many`.
 */
export function readSubscriberFile(
  text: string,
  { common, today, most = mostRows }: { common: Proof; today: string; most?: number },
): { ok: true; rows: FileRow[]; bad: BadRow[] } | { ok: false; code: "no_column" | "empty" | "too_many" } {
  const plain = text.replace(/^\uFEFF/, "")
  const lines = readCsv(plain, delimiterOf(plain))
  const head: string[] = lines.next().value?.cells ?? []
  const names = head.map((title) => title.trim().toLowerCase())
  const at = (column: keyof typeof titles) =>
    names.findIndex((name) => (titles[column] as readonly string[]).includes(name))
  const columns = {
    email: at("email"),
    name: at("name"),
    on: at("on"),
    source: at("source"),
    text: at("text"),
  }
  if (columns.email === -1) return { ok: false, code: "no_column" }
  const rows: FileRow[] = []
  const bad: BadRow[] = []
  for (const { line, cells } of lines) {
    if (cells.every((value) => value.trim() === "")) continue
    if (rows.length + bad.length === most) return { ok: false, code: "too_many" }
    const cell = (column: keyof typeof columns) => (cells[columns[column]] ?? "").trim()
    const email = address.safeParse(cell("email").toLowerCase())
    const proof = {
      on: dayOf(cell("on") || common.on),
      source: (cell("source") || common.source).slice(0, 300),
      text: (cell("text") || common.text).slice(0, 2000),
    }
    const reject = (why: BadRow["why"]) => bad.push({ line, given: cell("email").slice(0, 254), why })
    if (!email.success) reject("no_address")
    else if (!proof.source || !proof.text || !(cell("on") || common.on)) reject("no_proof")
    else if (proof.on === null || proof.on > today) reject("no_day")
    else
      rows.push({
        line,
        email: email.data,
        name: cell("name").slice(0, 200) || null,
        proof: { ...proof, on: proof.on },
      })
  }
  return rows.length + bad.length === 0 ? { ok: false, code: "empty" } : { ok: true, rows, bad }
}

/** Reads "2026-05-01", also at the beginning of an instant; null for anything else, because 5/6/26 has two meanings. */
function dayOf(given: string): string | null {
  const [, day = ""] = /^(\d{4}-\d\d-\d\d)(?:[T ].*)?$/.exec(given.trim()) ?? []
  return isDay(day) ? day : null
}
