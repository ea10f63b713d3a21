import type { Series } from "#content/competitions.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { mailStillOpen } from "../activity-mails.ts"
import { assess } from "../scoring/activity.ts"
import { deriveDay } from "../scoring/day.ts"
import { type ActivityRow, fromRow } from "../scoring/rows.ts"
import { rulesOf } from "../series/season-prizes.ts"
import { type Allocated, allocate } from "./allocate.ts"
import { type Candidate, ineligible } from "./eligibility.ts"
import type { SeasonRow } from "./season.ts"
import { shippedPrizes, winningOrder } from "./winning-order.ts"

/** An objection without a reply that could change who wins. */
interface OpenObjection {
  id: number
  activityId: number
  athleteId: number
  dueAt: Date
  /** The places it could change, best first. */
  places: number[]
}

/**
 * The open objections that touch a season: about an activity within it, sent before its prizes were awarded, by an
 * athlete whom the activity, counted in full, could bring a prize or a better one. The places in the result wait for
 * the replies.
 */
export async function openObjections(db: Db, season: SeasonRow): Promise<OpenObjection[]> {
  const waiting = await readWaiting(db, season)
  if (waiting.length === 0) return []
  const rules = await rulesOf(db, season)
  const table = season.closedAt ? "results" : "board"
  const { order } = await winningOrder(db, season, rules, table)
  const places = rules.prizes.map(({ place }) => place)
  return within(db, season, rules, waiting, allocate(places, order, await shippedPrizes(db, season)))
}

/**
 * The part of an allocation that no open objection could change. Places that an objection could change stay as they
 * are; athletes who wait for the reply are notified once.
 */
export async function undisputed(
  world: World,
  season: SeasonRow,
  rules: Series,
  allocated: readonly Allocated[],
): Promise<Allocated[]> {
  const { sql } = world.db
  const open = await within(world.db, season, rules, await readWaiting(world.db, season), allocated)
  if (open.length === 0) return [...allocated]
  for (const { id, activityId, places } of open) {
    const [first] = await sql`
      update activity_objections set waits_for = array_append(waits_for, ${season.id}::integer)
      where id = ${id} and not waits_for @> array[${season.id}::integer] returning id
    `
    const name = rules.name.toLowerCase()
    if (first) await mailStillOpen(world, activityId, { season: name, place: places[0] ?? 1 })
  }
  const held = [...new Set(open.flatMap(({ places }) => places))]
  const free = allocated.filter(({ place }) => !held.includes(place))
  const kept = await sql<Allocated>`
    select place, athlete_id::float8 as "athleteId" from prizes
    where season_id = ${season.id} and status in ('awarded', 'claimed') and place = any(${held}::smallint[])
      and athlete_id is not null and athlete_id <> all(${free.map(({ athleteId }) => athleteId)}::bigint[])
  `
  return [...free, ...kept].sort((a, b) => a.place - b.place)
}

interface Waiting extends Candidate {
  id: number
  activityId: number
  athleteId: number
  dueAt: Date
  localOn: string
  verdict: string | null
  /** The athlete's result in the season so far. */
  points: number
}

async function readWaiting({ sql }: Db, season: SeasonRow): Promise<Waiting[]> {
  return sql<Waiting>`
    select o.id::float8 as id, o.activity_id::float8 as "activityId", x.athlete_id::float8 as "athleteId",
      o.due_at as "dueAt", x.local_on::text as "localOn", a.visibility, a.club, a.demo, r.verdict,
      coalesce(r.points, s.points, 0) as points,
      exists (
        select from disqualifications d where d.season_id = ${season.id} and d.athlete_id = a.id
      ) or exists (
        select from prizes p
        where p.season_id = ${season.id} and p.athlete_id = a.id and p.withdrawn_because in ('declined', 'unclaimed')
      ) as disqualified,
      exists (
        select from prizes p join seasons before on before.id = p.season_id
        where before.series = ${season.series} and before.to_on = ${season.from}::date - 1 and p.athlete_id = a.id
          and p.status <> 'withdrawn' and p.place = 1
      ) as "wonBefore"
    from activity_objections o
    join activities x on x.id = o.activity_id
    join athletes a on a.id = x.athlete_id
    join seasons this on this.id = ${season.id}
    left join season_results r on r.season_id = this.id and r.athlete_id = a.id
    left join standings s on s.athlete_id = a.id and s.board_id = (select id from boards where season_id = this.id)
    where o.replied_at is null and o.at < coalesce(this.settled_at, 'infinity')
      and x.started_at >= this.opens_at and x.started_at < this.closes_at
    order by o.due_at, o.id
  `
}

async function within(
  db: Db,
  season: SeasonRow,
  rules: Series,
  waiting: readonly Waiting[],
  allocated: readonly Allocated[],
): Promise<OpenObjection[]> {
  const able = waiting.filter((one) =>
    one.verdict === null ? !ineligible(one, rules) : one.verdict === "eligible" && !one.disqualified,
  )
  if (able.length === 0) return []
  const gains = await gainsOf(db, season, able)
  const points = await pointsOf(
    db,
    season,
    allocated.map(({ athleteId }) => athleteId),
  )
  const vacant = rules.prizes
    .map(({ place }) => place)
    .filter((place) => !allocated.some((one) => one.place === place))
  return able.flatMap(({ id, activityId, athleteId, dueAt, points: now }) => {
    const gain = gains.get(athleteId) ?? 0
    const own = allocated.findIndex((one) => one.athleteId === athleteId)
    const best = allocated.findIndex((one) => (points.get(one.athleteId) ?? 0) <= now + gain)
    // The places from the first athlete who could be passed down to the objecting athlete; for an athlete outside the
    // table, all places after the first one passed.
    const passed = best < 0 || best === own ? [] : allocated.slice(best, own < 0 ? allocated.length : own + 1)
    const places = own < 0 && best < 0 ? vacant.slice(0, 1) : passed.map(({ place }) => place)
    return gain === 0 || places.length === 0 ? [] : [{ id, activityId, athleteId, dueAt, places }]
  })
}

/**
 * The most points that each athlete's disputed activities could bring: those of their days if the activities counted in
 * full in addition to the others.
 */
async function gainsOf(
  { sql }: Db,
  season: SeasonRow,
  waiting: readonly Waiting[],
): Promise<Map<number, number>> {
  const rows = await sql<{ athlete_id: number; counts_from: Date; objected: boolean; row: ActivityRow }>`
    select x.athlete_id::float8 as athlete_id, coalesce(a.counts_from, a.joined_at) as counts_from, x.id = any(${waiting.map(({ activityId }) => activityId)}::bigint[]) as objected,
      to_jsonb(x) as row
    from activities x
    join athletes a on a.id = x.athlete_id
    where x.started_at >= ${season.opensAt} and x.started_at < ${season.closesAt}
      and (x.athlete_id, x.local_on) in (select * from unnest(
        ${waiting.map(({ athleteId }) => athleteId)}::bigint[], ${waiting.map(({ localOn }) => localOn)}::date[]
      ))
  `
  const gains = new Map<number, number>()
  for (const day of Map.groupBy(rows, ({ athlete_id, row }) => `${athlete_id} ${row.local_on}`).values()) {
    const [{ athlete_id, counts_from, row }] = day as [(typeof day)[number]]
    const all = day.map((one) => ({ ...fromRow(one.row, null), objected: one.objected }))
    const counted = all.filter(({ status }) => status === "counted")
    const full = all
      .filter(({ objected }) => objected)
      .map((one) => ({ ...one, decision: "count" as const, countedS: null, countedM: null }))
      // An activity that the rules exclude regardless of an operator's decision brings no points.
      .filter((one) => assess(one, { countsFrom: counts_from }).status === "counted")
    const rest = counted.filter(({ id }) => !full.some((one) => one.id === id))
    const gain = pointsIn(season, row.local_on, [...rest, ...full]) - pointsIn(season, row.local_on, counted)
    gains.set(athlete_id, (gains.get(athlete_id) ?? 0) + gain)
  }
  return gains
}

function pointsIn(season: SeasonRow, localOn: string, counted: Parameters<typeof deriveDay>[1]): number {
  const day = deriveDay(localOn, counted, [season])
  return (day?.exceptions?.[season.id] ?? day)?.points ?? 0
}

async function pointsOf(
  { sql }: Db,
  season: SeasonRow,
  athletes: readonly number[],
): Promise<Map<number, number>> {
  const rows = await sql<{ id: number; points: number }>`
    select athlete_id::float8 as id, points from season_results
    where season_id = ${season.id} and athlete_id = any(${athletes}::bigint[])
    union all
    select athlete_id::float8, points from standings
    where board_id = (select id from boards where season_id = ${season.id}) and athlete_id = any(${athletes}::bigint[])
  `
  return new Map(rows.map(({ id, points }) => [id, points]))
}
