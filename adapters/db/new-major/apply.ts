import type { Db } from "#ports/db.ts"

/**
 * Runs statements, some of which depend on others: failed ones are retried after the rest, as long as that makes
 * progress. Returns those that still fail, with PostgreSQL's message. Each statement is its own transaction, so a
 * failure leaves nothing behind.
 */
export async function applyInAnyOrder(
  db: Db,
  statements: readonly string[],
): Promise<{ statement: string; reason: string }[]> {
  let waiting = statements.map((statement) => ({ statement, reason: "" }))
  while (waiting.length > 0) {
    const failed: typeof waiting = []
    for (const { statement } of waiting) {
      const reason = await db.query(statement).then(
        () => null,
        (error: Error) => error.message,
      )
      if (reason !== null) failed.push({ statement, reason })
    }
    if (failed.length === waiting.length) return failed
    waiting = failed
  }
  return []
}
