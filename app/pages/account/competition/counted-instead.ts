import type { OwnActivity } from "#domain/competition/account/activities.ts"

/** Two legs of one session may meet in a second that both round to. */
const tolerance = 2000

type Compared = Pick<OwnActivity, "id" | "startedAt" | "elapsedS" | "status" | "reason">

/**
 * The record that counts instead of this one, in whole or in part, because both show the same minutes: the row that
 * shares the most time with it. Undefined for other reasons, and when that record is not among the rows.
 */
export function countedInstead<Row extends Compared>(row: Row, rows: readonly Row[]): Row | undefined {
  if (row.reason !== "duplicate" && row.reason !== "overlap") return undefined
  return rows
    .filter((other) => other.id !== row.id && other.status !== "excluded")
    .map((other) => ({ other, shared: sharedMs(row, other) }))
    .filter(({ shared }) => shared > tolerance)
    .sort((a, b) => b.shared - a.shared)[0]?.other
}

/** The records that do not count, or not in full, because this one does. */
export function countedFor<Row extends Compared>(row: Row, rows: readonly Row[]): Row[] {
  return rows.filter((other) => countedInstead(other, rows)?.id === row.id)
}

/**
 * The criteria that decide between two records, in the order of domain/competition/scoring/overlap.ts, each with the
 * reason why the larger one counts.
 */
const measures = [
  ["detail", "it has more detail"],
  ["movingS", "it has as much detail and is longer"],
  ["distanceM", "it has as much detail, is as long and covers more distance"],
] as const

/** Why a record counts before these others, worded to follow "because". */
export function whyCounted(
  row: Pick<OwnActivity, Measure>,
  others: readonly Pick<OwnActivity, Measure>[],
): string {
  const deciding = others.map((other) => {
    const at = measures.findIndex(([measure]) => row[measure] !== other[measure])
    return at < 0 ? measures.length : at
  })
  return measures[Math.max(...deciding)]?.[1] ?? "the recordings are alike and one of them is enough"
}

type Measure = (typeof measures)[number][0]

function sharedMs(a: Compared, b: Compared): number {
  const [startA, startB] = [Date.parse(a.startedAt), Date.parse(b.startedAt)]
  return Math.min(startA + a.elapsedS * 1000, startB + b.elapsedS * 1000) - Math.max(startA, startB)
}
