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
      // Between the two characters of a line's end stands an empty line, which is left out like any other.
      row.push(field)
      field = ""
      if (row.length > 1 || row[0] !== "") yield row
      row = []
    } else field += c
  }
  if (field !== "" || row.length > 0) yield [...row, field]
}

/** The delimiter that the first line uses: spreadsheets of countries with a decimal comma write semicolons. */
export function delimiterOf(text: string): string {
  const line = text.slice(0, 2000).split(/[\r\n]/, 1)[0] ?? ""
  return line.split(";").length > line.split(",").length ? ";" : ","
}
