import { competition, type Series, series } from "#content/competitions.ts"
import type { Db, World } from "#domain/world.ts"
import { announce } from "../boards/board.ts"
import { recordRebuild } from "../boards/rebuild.ts"
import { type Ineligible, ineligible, type RankedCandidate } from "./eligibility.ts"
import { type Awarded, award, withdraw } from "./prizes.ts"
import { listSeasons, type SeasonRow } from "./season.ts"

export interface Closed {
  season: string
  /** Athletes with a final place. */
  results: number
  /** Winners in the order of the places, and who was passed over. */
  winners: Awarded[]
  passedOver: { rank: number; athlete: string; why: Ineligible }[]
}

/** Closes every season whose grace is over. Run by a job at `nextClosing`. */
export async function closeDue(world: World): Promise<Closed[]> {
  const closed: Closed[] = []
  for (const season of (await listSeasons(world.db)).reverse()) {
    if (season.settledAt || season.graceEndsAt > world.now()) continue
    const done = await close(world, season.slug)
    if (done.ok) closed.push(done.closed)
  }
  return closed
}

/**
 * Ends a season, in this order: freeze the final standings, find the winners by the rules, award the prizes, tell the
 * winners, publish. Two transactions, each of which finds what is already done: it may be run twice, from two processes,
 * and again after a crash anywhere.
 * Errors: `unknown_season`, `too_early` (before the grace is over, unless `early`).
 */
export async function close(
  world: World,
  slug: string,
  options: { early?: boolean; dryRun?: boolean } = {},
): Promise<{ ok: true; closed: Closed } | { ok: false; code: "unknown_season" | "too_early" }> {
  const season = (await listSeasons(world.db)).find((one) => one.slug === slug)
  if (!season) return { ok: false, code: "unknown_season" }
  if (world.now() < season.graceEndsAt && !options.early) return { ok: false, code: "too_early" }
  if (options.dryRun) return { ok: true, closed: await rehearse(world, season) }
  await world.db.transaction((db) => freeze(db, season, world.now()))
  const closed = await world.db.transaction((db) => settle({ ...world, db }, season))
  await announce(world)
  return { ok: true, closed }
}

/** Everything that closing does, taken back at the end. */
async function rehearse(world: World, season: SeasonRow): Promise<Closed> {
  let closed: Closed | undefined
  const undone = new Error("dry run")
  try {
    await world.db.transaction(async (db) => {
      await freeze(db, season, world.now())
      closed = await settle({ ...world, db }, season)
      throw undone
    })
  } catch (error) {
    if (error !== undone) throw error
  }
  return closed as Closed
}

/** From here on no difference reaches the season's board: its rows become results. */
async function freeze(db: Db, season: SeasonRow, now: Date): Promise<void> {
  await db.sql`select private.lock_boards()`
  const [frozen] = await db.sql`
    update seasons set closed_at = ${now} where id = ${season.id} and closed_at is null returning id
  `
  if (!frozen) return
  const [board] = await db.sql<{ id: number }>`
    update boards set closed_at = ${now} where season_id = ${season.id} returning id
  `
  if (!board) throw new Error(`Season ${season.slug} has no board`)
  await db.sql`
    insert into season_results (
      season_id, line, athlete_id, rank, points, active_days, restricted_days, reached_at, ruleset
    )
    select
      ${season.id}, row_number() over (order by s.place_key desc, s.athlete_id), s.athlete_id,
      rank() over (order by s.place_key desc), s.points, s.active_days, s.restricted_days, s.reached_at,
      ${competition.ruleset}
    from standings s
    where s.board_id = ${board.id}
  `
  await db.sql`delete from standings where board_id = ${board.id}`
  await db.sql`delete from private.ranks_yesterday where board_id = ${board.id}`
  await recordRebuild(db, board.id)
}

/** Awards the places that have no winner yet. The season's row is held, so that two processes take turns. */
async function settle(world: World, season: SeasonRow): Promise<Closed> {
  const { db } = world
  await db.sql`select from seasons where id = ${season.id} for update`
  const rules = rulesOf(season.series)
  const candidates = await rank(db, season, rules)
  const passedOver: Closed["passedOver"] = []
  const eligible: RankedCandidate[] = []
  for (const candidate of candidates) {
    const why = ineligible(candidate, rules)
    if (why) passedOver.push({ rank: candidate.rank, athlete: candidate.name ?? "an erased athlete", why })
    else eligible.push(candidate)
    if (eligible.length >= rules.prizes.length) break
  }
  const winners = await award(world, season, rules, eligible)
  await db.sql`update seasons set settled_at = coalesce(settled_at, ${world.now()}) where id = ${season.id}`
  const [count] = await db.sql<{ n: number }>`
    select count(*)::integer as n from season_results where season_id = ${season.id}
  `
  return { season: season.slug, results: count?.n ?? 0, winners, passedOver }
}

/**
 * Takes an athlete out of a season for breaking the rules. In one that is settled, the prize goes to the next who may win,
 * and both are told. Errors: `unknown_season`, `unknown_athlete`.
 */
export async function disqualify(
  world: World,
  { season: slug, athlete, reason }: { season: string; athlete: string; reason: string },
): Promise<{ ok: true; closed: Closed | null } | { ok: false; code: "unknown_season" | "unknown_athlete" }> {
  const season = (await listSeasons(world.db)).find((one) => one.slug === slug)
  if (!season) return { ok: false, code: "unknown_season" }
  return world.db.transaction(async (db) => {
    const inside = { ...world, db }
    const [row] = await db.sql<{ id: number }>`select id::float8 as id from athletes where slug = ${athlete}`
    if (!row) return { ok: false, code: "unknown_athlete" }
    await db.sql`select from seasons where id = ${season.id} for update`
    await db.sql`
      insert into disqualifications (season_id, athlete_id, reason, at)
      values (${season.id}, ${row.id}, ${reason}, ${world.now()})
      on conflict do nothing
    `
    await withdraw(inside, season, row.id, reason)
    return { ok: true, closed: season.settledAt ? await settle(inside, season) : null }
  })
}

/** Everybody with a final place, the best first; a shared rank in the order of joining. */
async function rank(db: Db, season: SeasonRow, rules: Series): Promise<RankedCandidate[]> {
  const places = rules.prizes.length
  return db.sql<RankedCandidate>`
    with before as (
      select p.athlete_id
      from prizes p
      join seasons s on s.id = p.season_id
      where s.series = ${season.series} and s.to_on = ${season.from}::date - 1 and p.status <> 'withdrawn'
        and p.place = 1
    )
    select
      r.athlete_id::float8 as "athleteId", r.rank, a.display_name as name, u.email, a.visibility, a.club, a.demo,
      exists (
        select from disqualifications d where d.season_id = r.season_id and d.athlete_id = r.athlete_id
      ) as disqualified,
      r.athlete_id in (select athlete_id from before) as "wonBefore"
    from season_results r
    left join athletes a on a.id = r.athlete_id
    left join auth.users u on u.id = a.user_id
    where r.season_id = ${season.id}
    order by r.rank, a.joined_at, r.line
    limit ${1000 + places}
  `
}

function rulesOf(slug: Series["slug"]): Series {
  const found = series.find((one) => one.slug === slug)
  if (!found) throw new Error(`content/competitions.ts has no series ${slug}`)
  return found
}
