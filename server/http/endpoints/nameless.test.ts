/** Checks every surface for an athlete with data from a service whose terms forbid showing it to visitors. */
import { glob, readFile } from "node:fs/promises"
import { Hono } from "hono"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { athleteResults } from "#domain/competition/boards/athlete-results.ts"
import { type BoardState, type Boards, createBoards } from "#domain/competition/boards/board.ts"
import { competitors } from "#domain/competition/boards/competitors.ts"
import { page, search, top } from "#domain/competition/boards/standings.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { createPrivateRace } from "#domain/competition/private-races/create.ts"
import { invitationOf } from "#domain/competition/private-races/invitation.ts"
import { privateRace } from "#domain/competition/private-races/read.ts"
import { explain } from "#domain/competition/scoring/explain.ts"
import { closedSeasons, seasonResults } from "#domain/competition/seasons/results.ts"
import { winning } from "#domain/competition/seasons/winning.ts"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { createApiV1 } from "../api-v1/app.ts"
import type { AppEnv } from "../context.ts"
import { boardsEmbedEndpoint } from "./boards-embed.ts"
import { screenEndpoint } from "./screen.ts"
import { seasonsEndpoint } from "./seasons.ts"
import { shareCardEndpoint } from "./share-card.ts"

const name = "Quentin"
const season = "fortnightly-2026-11-09"
let t: TestWorld
let boards: Boards
let app: Hono<AppEnv>
let athlete: string
let userId: string
/** The slug of the athlete in the next place. */
let behind: string
/** Of the link to a private race of the athlete. */
let secret: string

/** A run from the service half a year ago that never counted, and points only from files on every board. */
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  const id = await addAthlete(t.world, { name, email: "q@b4m.test" })
  const sent = { kind: "hiit", distanceM: 0, movingS: 3600, elapsedS: 3600 } as const
  await onActivity(t.world, id, sentRun({ ...sent, startedAt: new Date("2026-11-16T15:00:00Z") }))
  await onActivity(t.world, id, sentRun({ ...sent, startedAt: new Date("2026-11-19T15:00:00Z") }))
  await onActivity(
    t.world,
    id,
    sentRun({ source: "strava", manual: true, startedAt: new Date("2026-05-01T15:00:00Z") }),
  )
  const [row] = await t.world.db.sql<{ slug: string; user_id: string }>`
    select slug, user_id from athletes where id = ${id}
  `
  athlete = row?.slug ?? ""
  userId = row?.user_id ?? ""
  const next = await addAthlete(t.world, { name: "Rhea" })
  await onActivity(
    t.world,
    next,
    sentRun({ ...sent, movingS: 1800, startedAt: new Date("2026-11-19T15:00:00Z") }),
  )
  const [second] = await t.world.db.sql<{ slug: string }>`select slug from athletes where id = ${next}`
  behind = second?.slug ?? ""
  t.clock.set("2026-11-23T20:00:01Z")
  await closeAndAward(t.world)
  const race = await createPrivateRace(t.world, { userId, from: "2026-11-23", days: 7 })
  const entered = race.ok ? await privateRace(t.world, { userId, name: race.name }) : race
  secret = entered.ok ? (entered.race.secret ?? "") : ""
  boards = createBoards(t.world)
  await boards.open()
  app = new Hono<AppEnv>()
  app.use((c, next) => {
    c.set("https", false)
    return next()
  })
  const script = async () => ({ code: "follow()", hash: "sha256-AAAA" })
  app.route("/", boardsEmbedEndpoint({ world: t.world, boards, script }))
  app.route("/", shareCardEndpoint({ world: t.world, boards }))
  app.route(
    "/",
    screenEndpoint({ world: t.world, boards, script: async () => ({ ...(await script()), font: "" }) }),
  )
  app.route("/", seasonsEndpoint(t.world))
  app.route("/", createApiV1({ world: t.world, boards }).hono)
})
afterAll(async () => {
  boards.close()
  await t.close()
})

const slug = "last-14-days"
const board = () => boards.find(slug, t.world.now()) as BoardState
const visitor = { viewer: null }
const fetched = (path: () => string) => async () => {
  const answer = await app.request(path())
  return { status: answer.status, body: await answer.text() }
}
const asked = async (user: string | null) =>
  t.world.db.transaction(async ({ sql }) => {
    await sql`select set_config('request.jwt.claims', ${user ? JSON.stringify({ sub: user }) : ""}, true)`
    await sql`select set_config('role', ${user ? "authenticated" : "anon"}, true)`
    return sql`select * from standings(${slug})`
  })

/** Everything visible to visitors that contains athletes' names. A new surface adds a line here. */
const surfaces: Record<string, () => Promise<unknown>> = {
  "a board as a page, as JSON and as a frame's rows": () =>
    page(t.world, boards, { slug, limit: 10, ...visitor }),
  "a search": () => search(t.world, boards, { slug, name, ...visitor }),
  "the live rows of a board": () => top(t.world, board(), { limit: 10, asMember: false }),
  "the Data API": () => asked(null),
  "the athlete's page and its social tags": () =>
    athleteResults(t.world, boards, { athlete, today: "2026-11-23" }),
  "who is just ahead, on another athlete's page": () =>
    athleteResults(t.world, boards, { athlete: behind, today: "2026-11-23" }),
  "the directory of athletes and a profile there": async () => [
    ...(await competitors(t.world, boards, [{ id: "q", member: athlete }])).values(),
  ],
  "the reasons of a day": () => explain(t.world, { athlete, ...visitor, board: board() }),
  "a board on another site": fetched(() => `/embed/boards/${slug}`),
  "a screen in a clubhouse": fetched(() => "/screen/month"),
  "a board by the API": fetched(() => `/api/v1/boards/${slug}`),
  "the points of an athlete by the API": fetched(() => `/api/v1/boards/${slug}/athletes/${athlete}`),
  "a season by the API": fetched(() => `/api/v1/seasons/${season}`),
  "closed seasons by the API": fetched(() => "/api/v1/seasons"),
  "a season's final table by the API": fetched(() => `/api/v1/seasons/${season}/results`),
  "the share card": fetched(() => `/cards/athletes/${athlete}.png`),
  "the link to a private race": () => invitationOf(t.world, { secret, userId: null }),
  "a season's final table": () => seasonResults(t.world, { slug: season, after: 0, limit: 10 }),
  "winners of seasons": () => closedSeasons(t.world),
  "the winners on the first screen": () => winning(t.world),
  "seasons as JSON": fetched(() => "/boards/seasons.json"),
  "a season as JSON": fetched(() => `/boards/seasons/${season}.json`),
  "the feed of seasons": fetched(() => "/leaderboard/seasons/rss.xml"),
}
const shows = async (read: () => Promise<unknown>) => {
  const text = JSON.stringify(await read())
  return text.includes(name) || text.startsWith('{"status":200,"body":"\ufffdPNG')
}

/** Boards in memory follow changes within a second; here they are reloaded immediately. */
const limit = async (value: string) => {
  await t.world.db.sql`update athletes set restricted_data = ${value} where slug = ${athlete}`
  await boards.catchUp()
}
const display = async (value: string) => {
  await t.world.db.sql`update private.settings set value = ${value} where name = 'strava_display'`
  await boards.catchUp()
}

beforeEach(async () => {
  await limit("confirmed")
  await display("members")
})

test("an activity that never counted is withheld as well", async () => {
  await limit("none")
  const [row] = await t.world.db.sql<{
    id: number
  }>`select id::float8 as id from athletes where slug = ${athlete}`
  await onActivity(t.world, row?.id ?? 0, sentRun({ source: "file", manual: true }))
  expect(await t.world.db.sql`select restricted_data from athletes where slug = ${athlete}`).toEqual([
    { restricted_data: "none" },
  ])
  await onActivity(t.world, row?.id ?? 0, sentRun({ source: "strava", manual: true }))
  expect(await t.world.db.sql`select restricted_data from athletes where slug = ${athlete}`).toEqual([
    { restricted_data: "confirmed" },
  ])
})

test("no statement reads names without the display policy, except for owners and operators", async () => {
  const found: string[] = []
  for await (const file of glob([
    "{domain,server,app,platform}/**/*.{ts,tsx}",
    "supabase/migrations/*.sql",
  ])) {
    // The console is only for operators; everybody else gets 404.
    if (file.includes(".test.") || /^(domain|server|app)\/operator\//.test(file)) continue
    const text = await readFile(file, "utf8")
    if (/\bdisplay_name\b/.test(text) && !/private\.display\(|displayTo(?:Visitors)?\(/.test(text))
      found.push(file)
  }
  expect(found.sort()).toEqual([
    // What is reported, for moderators; and a digest by which a changed name is recognized.
    "domain/community/queue.ts",
    // The member's own account.
    "domain/competition/account/account.ts",
    // Mails to the member and to operators.
    "domain/competition/activity-mails.ts",
    // Lists of withheld activities, for the console.
    "domain/competition/intake/connections/held-list.ts",
    // Sample athletes have no data from a service.
    "domain/competition/intake/demo.ts",
    // A draft of a race, for operators.
    "domain/competition/races/preview.ts",
    // Mails to winners and operators, and commands of operators.
    "domain/competition/review/review.ts",
    "domain/competition/seasons/award.ts",
    "domain/competition/seasons/mails.ts",
    "domain/competition/seasons/prizes.ts",
    "domain/competition/seasons/winners-message.ts",
    "domain/competition/seasons/winning-order.ts",
    // A draft of a series and of a draw, for operators.
    "domain/competition/series/preview.ts",
    "domain/competition/teams/draw-teams.ts",
    "domain/members/member.ts",
    "domain/members/photo-review.ts",
    // The table itself.
    "supabase/migrations/20261122000300_athletes.sql",
    // Reads only whether it changed.
    "supabase/migrations/20261122001350_display_changes.sql",
    // Compares old and new, and returns neither.
    "supabase/migrations/20261122002800_told_changes.sql",
  ])
})

test.each(Object.keys(surfaces))(
  "%s shows visitors no name of an athlete with restricted data",
  async (where) => {
    const read = surfaces[where] as () => Promise<unknown>
    expect(await shows(read)).toBe(false)
    await display("public")
    expect(await shows(read)).toBe(true)
    await display("members")
    await limit("none")
    expect(await shows(read)).toBe(true)
  },
)

test("members and the athlete see the name, and points from files stay on the board", async () => {
  expect(await shows(() => asked(userId))).toBe(true)
  const member = await addAthlete(t.world, { name: "Mia", email: "mia@b4m.test" })
  const miaAccount = await accountOf(t.world, member)
  expect(await shows(() => asked(miaAccount))).toBe(true)
  expect(await asked(null)).toMatchObject([
    { name: null, athlete: null, points: expect.any(Number) },
    { name: "Rhea" },
  ])
  await t.world.db.sql`delete from athletes where id = ${member}`
})
