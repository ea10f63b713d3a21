import { shownInvisible } from "./person-name.ts"

/** As many marks stand on one letter in any language. More of them cover the lines above and below. */
const mostMarks = 3

// Control and direction characters, private ones and fillers: they reorder what is read, or hide it.
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu
const manyMarks = new RegExp(`(\\p{M}{${mostMarks}})\\p{M}+`, "gu")
const kept = new RegExp(`\\n|${shownInvisible.source}`, "gu")

/**
 * What a person wrote for others, as it is safe to show: composed (NFC), without invisible characters and marks that
 * stack, with at most one empty line in a row and no spaces at the ends of lines. Emoji and every script stay as they are.
 */
export function normalizeText(written: string): string {
  const text = written
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\v\f\u0085]/g, "\n")
    .normalize("NFC")
  let tidy = ""
  let at = 0
  for (const match of text.matchAll(kept)) {
    tidy += text.slice(at, match.index).replaceAll("\t", " ").replace(invisible, "") + match[0]
    at = match.index + match[0].length
  }
  tidy += text.slice(at).replaceAll("\t", " ").replace(invisible, "")
  return tidy
    .replace(manyMarks, "$1")
    .replace(/[^\S\n]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
    .normalize("NFC")
}
