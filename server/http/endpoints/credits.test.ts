/**
 * Display requirements in the terms of services: each service against every surface that shows its data or results
 * derived from it.
 */
import { Hono } from "hono"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { creditOf, type ServiceName, serviceNames } from "#content/services.ts"
import { mailDeclined, mailReplied } from "#domain/competition/activity-mails.ts"
import { athleteResults } from "#domain/competition/boards/athlete-results.ts"
import { type BoardState, type Boards, createBoards } from "#domain/competition/boards/board.ts"
import { mine, page, search, top } from "#domain/competition/boards/standings.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { exportCompetition } from "#domain/competition/privacy.ts"
import { recompute } from "#domain/competition/recompute.ts"
import { explain } from "#domain/competition/scoring/explain.ts"
import { closedSeasons, seasonResults } from "#domain/competition/seasons/results.ts"
import { chooseNotices } from "#domain/notices/choices.ts"
import { sendNotices } from "#domain/notices/send.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import type { AppEnv } from "../context.ts"
import { layoutCard } from "../share-card/layout.ts"
import { boardsEmbedEndpoint } from "./boards-embed.ts"
import { seasonsEndpoint } from "./seasons.ts"

const slug = "last-14-days"
const season = "fortnightly-2026-11-09"
/** The device name of each service; the credit contains both names. */
const device: Partial<Record<ServiceName, string>> = {
  garmin: "Garmin Forerunner 965",
  intervals: "Garmin Edge 840",
}
/** The credits required by the terms, spelled out here, so that an error in content/services.ts is detected. */
const beside: Record<ServiceName, { data: string; derived: string | null }> = {
  strava: { data: "Strava", derived: null },
  polar: { data: "Polar", derived: "Polar" },
  wahoo: { data: "Wahoo", derived: null },
  intervals: { data: "Intervals.icu, Garmin Edge 840", derived: null },
  concept2: { data: "Concept2 Logbook", derived: null },
  suunto: { data: "Suunto", derived: "Suunto" },
  coros: { data: "COROS", derived: "COROS" },
  garmin: { data: "Garmin Forerunner 965", derived: "Garmin Forerunner 965" },
}
let t: TestWorld
let boards: Boards
let app: Hono<AppEnv>
const athletes = new Map<ServiceName, { slug: string; userId: string; name: string }>()

/** One athlete for each service, with a workout in a closed season and one on every running board. */
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  await t.world.db.sql`update private.settings set value = 'public' where name = 'strava_display'`
  for (const [n, source] of serviceNames.entries()) {
    const name = `Quill ${"ABCDEFGH"[n]}`
    const id = await addAthlete(t.world, { name, email: `${source}@b4m.test` })
    const sent = { source, kind: "hiit", distanceM: 0, movingS: 3600 - n, elapsedS: 3600 } as const
    const credit = creditOf(source, device[source] ?? null)
    for (const day of ["16", "20"])
      await onActivity(
        t.world,
        id,
        sentRun({ ...sent, credit, startedAt: new Date(`2026-11-${day}T15:00:00Z`) }),
      )
    const [row] = await t.world.db.sql<{
      slug: string
      user_id: string
    }>`select slug, user_id from athletes where id = ${id}`
    athletes.set(source, { slug: row?.slug ?? "", userId: row?.user_id ?? "", name })
  }
  t.clock.set("2026-11-23T20:00:01Z")
  await closeAndAward(t.world)
  boards = createBoards(t.world)
  await boards.open()
  app = new Hono<AppEnv>()
  app.use((c, next) => {
    c.set("https", false)
    return next()
  })
  app.route(
    "/",
    boardsEmbedEndpoint({ world: t.world, boards, script: async () => ({ code: "", hash: "sha256-A" }) }),
  )
  app.route("/", seasonsEndpoint(t.world))
})
afterAll(async () => {
  boards.close()
  await t.close()
})

const board = () => boards.find(slug, t.world.now()) as BoardState
const fetched = async (path: string) => (await app.request(path)).text()

/** Surfaces that show data derived from an athlete's, as text in which the name precedes its credit. */
const surfaces: Record<string, (who: { slug: string; userId: string; name: string }) => Promise<unknown>> = {
  "a board as a page and as JSON": async ({ name }) =>
    rowOf(await page(t.world, boards, { slug, limit: 20, viewer: null }), name),
  "a search": ({ name }) =>
    search(t.world, boards, { slug, name, viewer: null }).then((found) => rowOf(found, name)),
  "the live rows of a board": async ({ name }) =>
    rowOf({ rows: await top(t.world, board(), { limit: 20, asMember: false }) }, name),
  "the own place": async ({ userId, name }) =>
    rowOf(await mine(t.world, boards, { slug, viewer: userId, neighbors: 0 }), name),
  "the Data API": async ({ name }) => {
    const rows = await t.world.db.sql<{ name: string }>`select * from standings(${slug}, 20)`
    return rows.find((row) => row.name === name)
  },
  "what the athlete's page, its social tags and its share card are made of": async (who) => {
    const found = await athleteResults(t.world, boards, { athlete: who.slug, today: "2026-11-23" })
    if (!found.ok) throw new Error(found.code)
    const { places, days, seasons } = found.results
    expect([places.length > 0, days.length, seasons.length]).toEqual([true, 2, 1])
    const all = [...places, ...days, ...seasons].map(({ credits }) => `data: ${credits.join(",")}`)
    return all.reduce((a, b) => (a === b ? a : "differ"))
  },
  "the reasons of a day": async (who) => {
    const found = await explain(t.world, { athlete: who.slug, viewer: null, board: board() })
    return found.ok && found.explained.days
  },
  "a board on another site": async ({ name }) =>
    (await fetched(`/embed/boards/${slug}?limit=20`)).split("<tr").find((row) => row.includes(name)),
  "a season's final table": async ({ name }) =>
    rowOf(await seasonResults(t.world, { slug: season, after: 0, limit: 20 }), name),
  "a season as JSON": async ({ name }) =>
    rowOf(JSON.parse(await fetched(`/boards/seasons/${season}.json`)), name),
  "the export of the own data": async ({ userId }) => {
    const exported = (await exportCompetition(t.world.db, { id: userId } as never)) as { days: unknown }
    return exported.days
  },
}

/** The innermost object with this name. */
function rowOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined
  if ("name" in value && value.name === name) return value
  for (const inner of Object.values(value)) {
    const found = rowOf(inner, name)
    if (found) return found
  }
  return undefined
}

describe.each(serviceNames)("%s", (source) => {
  const { data: credit, derived } = beside[source]
  const who = () => athletes.get(source) ?? { slug: "", userId: "", name: "" }

  test.each(Object.keys(surfaces))(
    "%s shows the credit next to derived results if the terms require it",
    async (where) => {
      const shown = await surfaces[where]?.(who())
      expect(shown).toBeTruthy()
      const text = JSON.stringify(shown) ?? ""
      expect(text.length).toBeGreaterThan(1)
      if (derived) expect(text).toContain(derived)
      else if (credit) expect(text).not.toContain(credit)
    },
  )

  test("its own activities show its credit, on the page and in the export", async () => {
    const { userId } = who()
    const exported = (await exportCompetition(t.world.db, { id: userId } as never)) as {
      activities: { credit: string }[]
    }
    expect(exported.activities.map((one) => one.credit)).toEqual([credit, credit])
  })

  test("a mail about one of its activities contains the credit", async () => {
    const [activity] = await t.world.db.sql<{ id: number }>`
      select id::float8 as id from activities where source = ${source} limit 1
    `
    const id = activity?.id ?? 0
    await mailDeclined(t.world, id, "The track follows a highway.")
    await mailReplied(t.world, id, { reply: "We looked again.", counts: true, declines: false })
    const mails = t.mails.slice(-2)
    expect(mails.map(({ to }) => to)).toEqual([`${source}@b4m.test`, `${source}@b4m.test`])
    for (const { text, html } of mails)
      for (const said of [text, html]) expect(said).toMatch(new RegExp(`Data\\W[^]*${credit}`))
  })
})

/** Mails with places credit the sources if their terms require it, and otherwise nothing. */
function expectCredits(kind: string, atLeast: number) {
  const mails = t.mails.filter((mail) => mail.kind === kind)
  expect(mails.length).toBeGreaterThanOrEqual(atLeast)
  for (const { to, text } of mails) {
    const { data, derived } = beside[to.replace("@b4m.test", "") as ServiceName]
    if (derived) expect(text).toMatch(new RegExp(`Data: ${derived}\\b`))
    else for (const word of ["Data:", data]) expect(text).not.toContain(word)
  }
}

test("a mail about a place credits the sources of the points", async () => {
  expectCredits("competition.won", 3)
  for (const { userId } of athletes.values())
    await chooseNotices(t.world, userId, { choices: { passed: "mail", season: "mail", prize: "off" } })
  // The last evening of the month in Los Angeles.
  const now = t.world.now()
  t.clock.set("2026-12-01T02:30:00Z")
  expect(await sendNotices(t.world)).toBe(serviceNames.length)
  expectCredits("notice.season", serviceNames.length)
  t.clock.set(now)
})

test("a share card shows the credit as text", () => {
  const people = [{ name: "Ada", photo: null, demo: false, won: null }]
  const said = (credits: string[]) => {
    const card = { title: "", people, figure: null, lines: [], prize: null, days: [], credits }
    return JSON.stringify(layoutCard(card, "wide", []))
  }
  expect(said(["COROS", "Polar"])).toContain("Data: COROS, Polar")
  expect(said([])).not.toContain("Data:")
})

test("winners and the feed credit the sources of the winning points", async () => {
  const [first] = await closedSeasons(t.world)
  const winners = first?.winners ?? []
  expect(winners.length).toBeGreaterThan(1)
  const feed = await fetched("/leaderboard/seasons/rss.xml")
  for (const { name, credits } of winners) {
    const [source] = [...athletes].find(([, one]) => one.name === name) ?? []
    const expected = source ? beside[source].derived : null
    expect(credits).toEqual(expected ? [expected] : [])
    if (expected) expect(feed).toContain(`data: ${expected}`)
  }
  expect(winners.some(({ credits }) => credits.length > 0)).toBe(true)
})

test("the same points from another source change the credit, in memory and after a recomputation", async () => {
  const polar = athletes.get("polar")
  const [row] = await t.world.db.sql<{
    id: number
  }>`select id::float8 as id from athletes where slug = ${polar?.slug ?? ""}`
  const read = async () =>
    rowOf(await page(t.world, boards, { slug, limit: 20, viewer: null }), polar?.name ?? "")
  expect(await read()).toMatchObject({ credits: ["Polar"] })
  const before = await t.world.db.sql`select points from standings where athlete_id = ${row?.id ?? 0}`
  // More detailed records of the same workouts from files replace them, for the same number of points.
  const richer = { kind: "hiit", distanceM: 0, movingS: 3599, elapsedS: 3600, detail: 900_000 } as const
  for (const day of ["16", "20"])
    await onActivity(
      t.world,
      row?.id ?? 0,
      sentRun({ ...richer, startedAt: new Date(`2026-11-${day}T15:00:00Z`) }),
    )
  await boards.catchUp()
  expect(await t.world.db.sql`select points from standings where athlete_id = ${row?.id ?? 0}`).toEqual(
    before,
  )
  expect(await read()).toMatchObject({ credits: [] })
  expect(await recompute(t.world, { repair: false })).toMatchObject({ days: 0, verdicts: 0, standings: 0 })
})
