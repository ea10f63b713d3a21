/** A row of a CSV file. */
interface CsvRow {
  /** The line of the file on which the row begins, starting at 1. */
  line: number
  cells: string[]
}

/**
 * Parses CSV (RFC 4180): quoted fields may contain delimiters, quotes and line breaks. Empty lines are omitted but
 * included in line numbers.
 */
export function* readCsv(text: string, delimiter = ","): Generator<CsvRow> {
  let cells: string[] = []
  let field = ""
  let quoted = false
  let line = 1
  let begins = 1
  for (let i = 0; i < text.length; i++) {
    const c = text[i] as string
    if (c === "\r" || (c === "\n" && text[i - 1] !== "\r")) line++
    if (quoted) {
      if (c !== '"') field += c
      else if (text[i + 1] === '"') {
        field += '"'
        i++
      } else quoted = false
    } else if (c === '"') quoted = true
    else if (c === delimiter) {
      cells.push(field)
      field = ""
    } else if (c === "\n" || c === "\r") {
      // A CRLF line ending reads as two line breaks with an empty line between them, which is omitted like any other.
      cells.push(field)
      field = ""
      if (cells.length > 1 || cells[0] !== "") yield { line: begins, cells }
      cells = []
      begins = line
    } else field += c
  }
  if (field !== "" || cells.length > 0) yield { line: begins, cells: [...cells, field] }
}

/** The first line that is not blank, within a file's first 2,000 characters. */
export function firstLineOf(text: string): string {
  return /^\uFEFF?[\r\n]*([^\r\n]*)/.exec(text.slice(0, 2000))?.[1] ?? ""
}

/** The delimiter that the first line uses: spreadsheets of countries with a decimal comma write semicolons. */
export function delimiterOf(text: string): string {
  const line = firstLineOf(text)
  return line.split(";").length > line.split(",").length ? ";" : ","
}
