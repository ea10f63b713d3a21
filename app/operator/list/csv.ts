import type { Column } from "./column.ts"

/**
 * Streams rows as a CSV file, so that a long list is never entirely in memory: with a byte-order mark for spreadsheets,
 * CRLF, and an apostrophe before cells that a spreadsheet would run as a formula.
 */
export function csvResponse<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): Response {
  const encoder = new TextEncoder()
  async function* lines() {
    yield encoder.encode(`\uFEFF${columns.map(({ title }) => csvCell(title)).join(",")}\r\n`)
    for await (const row of rows)
      yield encoder.encode(`${columns.map((column) => csvCell(column.value(row))).join(",")}\r\n`)
  }
  const running = lines()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await running.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await running.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.csv"`,
    },
  })
}

/** OWASP, CSV injection: a cell must not begin with = + - @, a tab or a carriage return. Numbers of ours may be negative. */
function csvCell(value: string | number | null): string {
  if (value === null) return ""
  if (typeof value === "number") return String(value)
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
