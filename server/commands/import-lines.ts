import { countOf } from "#content/amounts.ts"
import { badLines, importFates } from "#content/import-fates.ts"
import type { ImportReport } from "#domain/operator/newsletters/subscriber-commands.ts"

/** What an import did, or would do, for a terminal: a count of each kind, and every line that is left out by its number. */
export function importLines({ fates, bad }: Pick<ImportReport, "fates" | "bad">): string[] {
  const counted = Object.entries(importFates).flatMap(([fate, words]) => {
    const count = fates.filter((one) => one.fate === fate).length
    return count > 0 ? [`${countOf(count, "person", "people")} ${words}`] : []
  })
  const left = fates.filter(({ fate }) => fate !== "added" && fate !== "already")
  return [
    ...counted,
    ...left.map(({ line, email, fate }) => `  line ${line}: ${email}, ${importFates[fate]}`),
    ...bad.map(({ line, given, why }) => `  line ${line}: ${given || "(empty)"}, ${badLines[why]}`),
  ]
}
