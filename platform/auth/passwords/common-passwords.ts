import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { z } from "zod"

/** How many of the most common passwords are refused. */
const count = 10_000

/**
 * The most common leaked passwords of at least `minLength` characters, in lower case. The list of
 * @zxcvbn-ts/language-common is ordered by frequency.
 */
export function readCommonPasswords(minLength: number): ReadonlySet<string> {
  const file = createRequire(import.meta.url).resolve("@zxcvbn-ts/language-common/src/passwords.json")
  const all = z.array(z.string()).parse(JSON.parse(readFileSync(file, "utf8")))
  return new Set(all.filter((password) => password.length >= minLength).slice(0, count))
}
