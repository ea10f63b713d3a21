import { firstSeries, type Series } from "#content/competitions.ts"
import type { Db } from "#ports/db.ts"
import { readSeries } from "../calendar/series.ts"

/** The series, in order; on a database without any, those of content/competitions.ts are stored first. Idempotent. */
export async function foundSeries(db: Db): Promise<Series[]> {
  const known = await readSeries(db)
  if (known.length > 0) return known
  await db.transaction(async (inside) => {
    for (const [position, series] of firstSeries.entries()) await insertSeries(inside, series, position)
  })
  return readSeries(db)
}

/** Stores a series. Returns whether its names were free. */
export async function insertSeries(
  { sql }: Pick<Db, "sql">,
  series: Series,
  position: number,
): Promise<boolean> {
  const rows = await sql`
    insert into series (
      slug, name, page, board, days, begins_on, ends_on, prizes, finish_days, shipping_cents, no_back_to_back, position
    )
    values (
      ${series.slug}, ${series.name}, ${series.page}, ${series.board},
      ${series.length === "month" ? null : series.length}, ${series.beginsOn}, ${series.endsOn},
      ${series.prizes.map(({ title }) => title)}::text[], ${series.finishDays}, ${series.prizeShippingCents},
      ${series.noBackToBack}, ${position}
    )
    on conflict do nothing returning slug`
  return rows.length > 0
}
