import { readCsv } from "#primitives/csv.ts"

/** The name and sport of each file of a Strava bulk export from its `activities.csv`, by path in the archive. */
export function readActivitiesCsv(text: string): Map<string, { name: string | null; sport: string | null }> {
  const rows = readCsv(text.replace(/^\uFEFF/, ""))
  const head: string[] = rows.next().value?.cells ?? []
  const column = (...names: string[]) => head.findIndex((title) => names.includes(title.trim().toLowerCase()))
  const file = column("filename")
  const name = column("activity name")
  const sport = column("activity type", "sport type")
  const found = new Map<string, { name: string | null; sport: string | null }>()
  for (const { cells: row } of rows) {
    const path = row[file]?.trim()
    if (path) found.set(path, { name: row[name]?.trim() || null, sport: row[sport]?.trim() || null })
  }
  return found
}
