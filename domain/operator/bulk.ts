/** What a bulk command found: "37 match, 35 possible, 2 refused because ...". */
export interface BulkFindings {
  matched: number
  possible: number
  refused: { code: string; count: number }[]
}

/** The maximum number of rows in one bulk command, so that it ends within a request. */
export const mostInBulk = 500

/**
 * Runs a command for each id, one transaction and one journal entry each, all with one batch. A refusal of one does not
 * affect the others. For a preview, pass a `run` that rehearses.
 * @param batch the same for both requests of a double tap
 */
export async function bulk(
  ids: readonly string[],
  run: (id: string, batch: string) => Promise<{ ok: true } | { ok: false; code: string }>,
  batch: string,
): Promise<BulkFindings & { batch: string }> {
  const refused = new Map<string, number>()
  let possible = 0
  for (const id of ids) {
    const done = await run(id, batch)
    if (done.ok || done.code === "already_done") possible++
    else refused.set(done.code, (refused.get(done.code) ?? 0) + 1)
  }
  return {
    batch,
    matched: ids.length,
    possible,
    refused: [...refused].map(([code, count]) => ({ code, count })),
  }
}
