import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Refusal } from "#primitives/outcome.ts"
import type { SeasonRow } from "./season.ts"

/** The most codes of one season, and characters in one. */
const most = { codes: 20_000, characters: 80 }

/**
 * Says what a code gives each finisher of a season, and adds codes to those that are there. Finishers of a season whose winners are known
 * get theirs at once. Errors: `unknown_season`; `bad_gift`: too short or too long; `bad_codes`: too many, or one that is too long;
 * `unchanged`.
 */
export async function addFinisherCodes(
  { db, now }: Pick<World, "db" | "now">,
  { season, gift, codes }: { season: string; gift: string; codes: readonly string[] },
): Promise<{ ok: true; added: number } | Refusal<"unknown_season" | "bad_gift" | "bad_codes" | "unchanged">> {
  if (gift.length < 3 || gift.length > 120) return { ok: false, code: "bad_gift" }
  if (codes.length > most.codes || codes.some((code) => code.length > most.characters))
    return { ok: false, code: "bad_codes" }
  return db.transaction(async (inside) => {
    const [row] = await inside.sql<{ id: number; gift: string | null; isSettled: boolean }>`
      select id, finish_gift as gift, settled_at is not null as "isSettled" from seasons where slug = ${season} for update`
    if (!row) return { ok: false, code: "unknown_season" }
    const added = await inside.sql`
      insert into private.finisher_codes (season_id, code)
      select ${row.id}, code from unnest(${codes}::text[]) code where code <> ''
      on conflict do nothing returning code`
    if (added.length === 0 && row.gift === gift) return { ok: false, code: "unchanged" }
    await inside.sql`update seasons set finish_gift = ${gift} where id = ${row.id}`
    if (row.isSettled) await giveFinisherCodes(inside, row, now())
    return { ok: true, added: added.length }
  })
}

/**
 * Gives each finisher of a frozen season a code, as far as there are codes left. Disqualified and sample athletes get none. Idempotent;
 * the caller holds the season's row.
 */
export async function giveFinisherCodes(
  { sql }: Db,
  season: Pick<SeasonRow, "id">,
  now: Date,
): Promise<void> {
  await sql`
    with waiting as (
      select r.athlete_id, row_number() over (order by r.line) as nr
      from season_results r
      join seasons s on s.id = r.season_id
      join athletes a on a.id = r.athlete_id and not a.demo
      where r.season_id = ${season.id} and r.active_days >= s.finish_days
        and not exists (select from disqualifications d where d.season_id = s.id and d.athlete_id = a.id)
        and not exists (
          select from private.finisher_codes c where c.season_id = s.id and c.athlete_id = a.id
        )
    ),
    free as (
      select code, row_number() over (order by code) as nr from private.finisher_codes
      where season_id = ${season.id} and athlete_id is null
    )
    update private.finisher_codes c set athlete_id = waiting.athlete_id, given_at = ${now}
    from waiting join free on free.nr = waiting.nr
    where c.season_id = ${season.id} and c.code = free.code`
}

/** How many codes of a season there are, and how many were given; for operators. */
export async function countFinisherCodes(
  { sql }: Pick<Db, "sql">,
  season: number,
): Promise<{ gift: string | null; codes: number; given: number }> {
  const [row] = (await sql`
    select s.finish_gift as gift, count(c.code)::integer as codes, count(c.athlete_id)::integer as given
    from seasons s left join private.finisher_codes c on c.season_id = s.id
    where s.id = ${season} group by s.id`) as [{ gift: string | null; codes: number; given: number }]
  return row
}

/** A code of a finisher, for its owner alone. */
interface OwnCode {
  /** Of the race: "Two-week race". */
  race: string
  from: string
  to: string
  gift: string
  code: string
}

/** The codes of an account, the latest first. */
export async function codesOf({ sql }: Pick<Db, "sql">, userId: string): Promise<OwnCode[]> {
  return sql<OwnCode>`
    select x.name as race, s.from_on::text as from, s.to_on::text as to, coalesce(s.finish_gift, '') as gift, c.code
    from private.finisher_codes c
    join athletes a on a.id = c.athlete_id
    join seasons s on s.id = c.season_id
    join series x on x.slug = s.series
    where a.user_id = ${userId}
    order by c.given_at desc, s.id desc`
}
