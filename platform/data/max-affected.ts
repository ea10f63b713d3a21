import { DataError } from "./errors.ts"

/**
 * Holds a function to `Prefer: handling=strict, max-affected=n`, which lite does for tables alone. Throws PGRST124 when
 * its answer has more rows, and PGRST128 when it does not return rows at all; the caller rolls back.
 */
export async function holdToMaxAffected(answer: Response, limit: number): Promise<void> {
  if (answer.status >= 400) return
  const rows: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  if (!Array.isArray(rows)) {
    throw new DataError(
      400,
      "PGRST128",
      "Function must return SETOF or TABLE when max-affected preference is used with handling=strict",
    )
  }
  if (rows.length > limit) {
    throw new DataError(400, "PGRST124", "Query result exceeds max-affected preference constraint", {
      details: `The query affects ${rows.length} rows`,
    })
  }
}
