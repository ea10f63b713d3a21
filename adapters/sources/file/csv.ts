/** Parses CSV (RFC 4180): quoted fields may contain delimiters, quotes and line breaks. */
export function* readCsv(text: string, delimiter = ","): Generator<string[]> {
  let row: string[] = []
  let field = ""
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text[i] as string
    if (quoted) {
      if (c !== '"') field += c
      else if (text[i + 1] === '"') {
        field += '"'
        i++
      } else quoted = false
    } else if (c === '"') quoted = true
    else if (c === delimiter) {
      row.push(field)
      field = ""
    } else if (c === "\n" || c === "\r") {
      if (c === "\r" && text[i + 1] === "\n") i++
      row.push(field)
      field = ""
      if (row.length > 1 || row[0] !== "") yield row
      row = []
    } else field += c
  }
  if (field !== "" || row.length > 0) yield [...row, field]
}

/** Name and sport of each file of a Strava bulk export from its `activities.csv`, by path in the archive. */
export function readActivitiesCsv(text: string): Map<string, { name: string | null; sport: string | null }> {
  const rows = readCsv(text.replace(/^\uFEFF/, ""))
  const head: string[] = rows.next().value ?? []
  const column = (...names: string[]) => head.findIndex((title) => names.includes(title.trim().toLowerCase()))
  const file = column("filename")
  const name = column("activity name")
  const sport = column("activity type", "sport type")
  const found = new Map<string, { name: string | null; sport: string | null }>()
  if (file === -1) return found
  for (const row of rows) {
    const path = row[file]?.trim()
    if (path) found.set(path, { name: row[name]?.trim() || null, sport: row[sport]?.trim() || null })
  }
  return found
}
