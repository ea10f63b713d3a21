import type { Series } from "#content/competitions.ts"
import type { Db } from "#ports/db.ts"

/** All series, those that have ended included, in the order in which they are shown. */
export async function readSeries({ sql }: Pick<Db, "sql">): Promise<Series[]> {
  const rows = await sql<SeriesRow>`
    select slug, name, page, board, coalesce(to_jsonb(days), '"month"') as length, begins_on::text as "beginsOn",
      ends_on::text as "endsOn", prizes as titles, finish_days::integer as "finishDays",
      shipping_cents as "prizeShippingCents", no_back_to_back as "noBackToBack"
    from series order by position, slug`
  return rows.map(({ titles, ...row }) => ({
    ...row,
    prizes: titles.map((title, index) => ({ place: index + 1, title })),
  }))
}

type SeriesRow = Omit<Series, "prizes"> & { titles: string[] }
