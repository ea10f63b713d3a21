/** All rows of a list, page by page, for a CSV file or a bulk command. */
export async function* everyPage<Row>(
  read: (page: { limit: number; offset: number }) => Promise<readonly Row[]>,
  limit = 500,
): AsyncGenerator<Row> {
  for (let offset = 0; ; offset += limit) {
    const rows = await read({ limit, offset })
    yield* rows
    if (rows.length < limit) return
  }
}
