import type { World } from "#domain/world.ts"
import { readSeries } from "../calendar/series.ts"
import { seasonResults } from "./results.ts"
import { awardsFrom } from "./season.ts"

/** An athlete at the top at the end of a season, as any visitor may see them; hidden values are null. */
interface Finisher {
  place: number
  name: string | null
  /** Used in URLs: /leaderboard/athletes/<slug>. */
  athlete: string | null
  /** Version of the photo. */
  photo: string | null
  /** The drawn figure in place of a photo; null without a name. */
  figure: string | null
  points: number | null
  /** The prize, once it is awarded. */
  title: string | null
  /** Attributions that the terms of sources require beside the points. */
  credits: readonly string[]
  sample: boolean
}

/** The season of a race that has just ended. */
export interface Ended {
  series: string
  /** Names the race's page: /leaderboard/<page>. */
  page: string
  /** "Two-week race" */
  name: string
  season: string
  from: string
  to: string
  /** `late`: late uploads still count. `checking`: frozen, and the winners are being checked. `awarded`: some are known. */
  state: "late" | "checking" | "awarded"
  /** When the next state is expected, ISO 8601; null when that is not known. */
  until: string | null
  /** How many athletes have points in it. */
  athletes: number
  /** The first three of its table; once awarded, the winners. */
  finishers: readonly Finisher[]
  /** Places that are still being checked. */
  openPlaces: readonly number[]
}

/** How long winners are news. */
const newsDays = 7

const shown = 3

/** The season of each race that ended last, while that is news; seasons without participants are left out. */
export async function ended(world: World): Promise<Ended[]> {
  const now = world.now()
  const series = await readSeries(world.db)
  const rows = await world.db.sql<EndedRow>`
    select distinct on (s.series) s.series, s.slug as season, s.from_on::text as from, s.to_on::text as to,
      s.grace_ends_at as "graceEndsAt", s.closed_at as "closedAt", b.id as board
    from seasons s join boards b on b.season_id = s.id
    where (s.closes_at <= ${now} or s.closed_at is not null)
      and (s.settled_at is null or s.settled_at > ${now}::timestamptz - make_interval(days => ${newsDays}))
      and s.closes_at > ${now}::timestamptz - interval '90 days'
    order by s.series, s.closes_at desc
  `
  const found = await Promise.all(
    series.map(async ({ slug, page, name }) => {
      const row = rows.find((one) => one.series === slug)
      if (!row) return []
      const told = row.closedAt ? await frozen(world, row) : await late(world, row)
      if (!told || told.athletes === 0) return []
      const { season, from, to } = row
      return [{ series: slug, page, name, season, from, to, ...told }]
    }),
  )
  return found.flat()
}

interface EndedRow {
  series: string
  season: string
  from: string
  to: string
  graceEndsAt: Date
  closedAt: Date | null
  board: number
}

type Told = Pick<Ended, "state" | "until" | "athletes" | "finishers" | "openPlaces">

/** The board stays open for late uploads. */
async function late({ db }: World, { board, graceEndsAt }: EndedRow): Promise<Told> {
  const rows = await db.sql<Omit<Finisher, "title"> & { athletes: number }>`
    select rank() over (order by page.place_key desc)::integer as place, page.slug as athlete, page.name, page.photo,
      page.figure, page.points, coalesce(page.credits, '{}') as credits, page.sample,
      (select count(*)::integer from standings where board_id = ${board}) as athletes
    from private.board_page(${board}, null, ${shown}) page
    order by page.place_key desc, page.athlete_id
  `
  return {
    state: "late",
    until: graceEndsAt.toISOString(),
    athletes: rows[0]?.athletes ?? 0,
    finishers: rows.map(({ athletes, ...row }) => ({ ...row, title: null })),
    openPlaces: [],
  }
}

/** Undefined when every prize is decided and nobody has won one. */
async function frozen(world: World, { season, graceEndsAt, closedAt }: EndedRow): Promise<Told | undefined> {
  const found = await seasonResults(world, { slug: season, after: 0, limit: shown })
  if (!found.ok) return undefined
  const { rows, winners, provisional, openPlaces, athletes } = found.results
  if (winners.length > 0)
    return { state: "awarded", until: null, athletes, finishers: winners.slice(0, shown), openPlaces }
  if (!provisional && openPlaces.length === 0) return undefined
  const slugs = rows.flatMap(({ athlete }) => athlete ?? [])
  const faces = await world.db.sql<{ slug: string; photo: string | null; figure: string }>`
    select slug, photo, private.figure(sport, look, restricted_data = 'none') as figure
    from athletes where slug = any(${slugs}::text[])
  `
  return {
    state: "checking",
    until: provisional ? awardsFrom({ closedAt, graceEndsAt }).toISOString() : null,
    athletes,
    finishers: rows.map(({ rank, activeDays, ...row }) => {
      const face = faces.find(({ slug }) => slug === row.athlete)
      return { ...row, place: rank, photo: face?.photo ?? null, figure: face?.figure ?? null, title: null }
    }),
    openPlaces,
  }
}
