import { DataError } from "./errors.ts"
import type { Branch } from "./tree.ts"

const crossed = "The lower boundary must be lower than or equal to the upper boundary in the Range header."

/**
 * Intersects the range of a branch with the Range header of a GET, such as `0-24` or `10-`; other methods ignore the
 * header. Throws PGRST103 if the intersection is empty.
 */
export function applyRangeHeader(branch: Branch, { method, headers }: Request): void {
  if (method !== "GET") return
  const [, from, to = "Infinity"] = /^\s*(\d{1,15})-(\d{1,15})?\s*$/.exec(headers.get("range") ?? "") ?? []
  // A limit of 0 cannot be narrowed.
  if (from === undefined || branch.limit === 0) return
  const first = Math.max(branch.offset, Number(from))
  const end = Math.min(branch.offset + (branch.limit ?? Number.POSITIVE_INFINITY), Number(to) + 1)
  if (end <= first) throw unsatisfiable(crossed)
  branch.offset = first
  branch.limit = Number.isFinite(end) ? end - first : null
}

/** Throws PGRST103 for a limit or an offset below zero, at every level. */
export function checkRanges({ limit, offset, embeds }: Branch): void {
  if ((limit ?? 0) < 0) throw unsatisfiable("Limit should be greater than or equal to zero.")
  if (limit === 0 && offset > 0) throw unsatisfiable(crossed)
  if (offset < 0) throw unsatisfiable("Offset should be greater than or equal to zero.")
  for (const embed of embeds) checkRanges(embed)
}

interface Counted {
  offset: number
  page: number
  total: number | null
}

/** The value of the Content-Range header. */
export function contentRange({ offset, page, total }: Counted): string {
  const rows = page > 0 ? `${offset}-${offset + page - 1}` : "*"
  return `${rows}/${total ?? "*"}`
}

/** The status of a read. Throws PGRST103 for an offset past the end. */
export function rangeStatus({ offset, page, total }: Counted): number {
  if (total === null) return 200
  if (offset > total) {
    throw unsatisfiable(`An offset of ${offset} was requested, but there are only ${total} rows.`, {
      "content-range": `*/${total}`,
    })
  }
  return page < total ? 206 : 200
}

function unsatisfiable(details: string, headers: Record<string, string> = {}): DataError {
  return new DataError(416, "PGRST103", "Requested range not satisfiable", { details, headers })
}
