/** Side races outside the site: a card, a frame, a feed and the Data API show what the race's page shows to the same viewer. */
import { Hono } from "hono"
import { afterAll, beforeAll, expect, test } from "vitest"
import { firstRaces, type SideRace } from "#content/races.ts"
import { valueInWords } from "#content/value-in-words.ts"
import { type Boards, createBoards } from "#domain/competition/boards/board.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { addRace } from "#domain/competition/races/change.ts"
import { firstLines, shownRace } from "#domain/competition/seasons/shown-race.ts"
import { teamShown } from "#domain/competition/teams/team.ts"
import type { World } from "#domain/world.ts"
import { computedRows } from "#server/world/computed-rows.ts"
import {
  type LocalServer,
  type RunningGateway,
  startGateway,
  startLocal,
} from "#test/conformance/support/server.ts"
import { accountOf, addAthlete, sentRun } from "#test/support/competition.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import { unusedPorts } from "#test/support/unused-ports.ts"
import type { AppEnv } from "../context.ts"
import { sideRaceCard } from "../share-card/side-race.ts"
import { raceCardEndpoint } from "./race-card.ts"
import { sideRacesElsewhere } from "./side-races-elsewhere.ts"

const season = "monthly-2026-11"
let now = "2026-11-20T20:00:00Z"
/** Executes the functions of the database. */
let data: LocalServer
/** Answers from the tables in memory, as the site does. */
let memory: RunningGateway
let world: World
let boards: Boards
let app: Hono<AppEnv>
const members = new Map<string, string>()
const rule: SideRace = {
  ...(firstRaces.monthly[0] as SideRace),
  ...{ name: "minutes", title: "Minutes & more", metric: "minutes", daysAWeek: null },
}

beforeAll(async () => {
  data = await startLocal()
  world = {
    db: data.db,
    live: { publish: async () => {}, subscribe: () => () => {} },
    log: data.log,
    mail: { queue: async () => {} },
    settings: {
      siteUrl: "http://b4m.test",
      operatorEmails: [],
      operatorsNeedSecondFactor: false,
      demo: false,
    },
    published: unusedPorts.published,
    now: () => new Date(now),
  } as unknown as World
  await maintainBoards(world)
  await addRace(world, { season, race: rule })
  const goal = { ...rule, name: "goal", metric: "points", entrants: "together", target: 1000 } as const
  await addRace(world, { season, race: goal })
  for (const [name, minutes, visibility, source] of [
    ["Ana <b>", 80, "public", "file"],
    ["Ben", 50, "members", "file"],
    ["Cleo", 40, "hidden", "file"],
    ["Zoe", 30, "public", "strava"],
  ] as const) {
    const id = await addAthlete(world, { name, visibility, email: `${name.slice(0, 3)}@b4m.test` })
    const sent = { kind: "hiit", distanceM: 0, movingS: minutes * 60, elapsedS: minutes * 60 } as const
    await onActivity(world, id, sentRun({ ...sent, source }))
    const userId = await accountOf(data, id)
    members.set(name.slice(0, 3), userId)
  }
  boards = createBoards(world)
  await boards.open()
  memory = await startGateway({
    backend: {
      ...{ kind: "local", database: data.db },
      auth: { app: data.issuer.app, verifyToken: data.issuer.verifyToken },
      data: { computed: computedRows(world, () => boards) },
    },
  })
  app = new Hono<AppEnv>()
  app.use((c, next) => {
    c.set("https", false)
    return next()
  })
  app.route("/", raceCardEndpoint({ world, boards }))
  app.route("/", sideRacesElsewhere({ world, boards }))
})
afterAll(async () => {
  boards.close()
  await memory.close()
  await data.close()
})

const shown = async (name: string, viewer: string | null = null) => {
  const found = await shownRace(world, boards, { season, name, viewer, after: 0, limit: 50 })
  if (!found) throw new Error(`No race ${name}`)
  return found
}

test("a card has the facts of the page, as a visitor sees them, and is an image of 1200 by 630", async () => {
  const page = await shown("minutes")
  const card = sideRaceCard(page, world.now())
  expect(card).toMatchObject({
    race: "Minutes & more",
    ends: "Ends November 30",
    heading: "In the lead of 4 athletes",
  })
  expect(card.leaders).toEqual(
    firstLines(page, 3).map(({ place, value, ...line }) => ({
      ...line,
      rank: place,
      value: value === null ? null : valueInWords("minutes", value),
    })),
  )
  expect(card.leaders.map(({ name, value }) => [name, value])).toEqual([
    ["Ana <b>", "1 h 20 min"],
    [null, "50 min"],
    [null, "40 min"],
  ])
  const answer = await app.request(`/cards/races/${season}/minutes.png`)
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"])
  const png = Buffer.from(await answer.arrayBuffer())
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  const goal = sideRaceCard(await shown("goal"), world.now())
  // The sum contains points that a source shows to members only.
  expect(goal).toMatchObject({ heading: "So far of 1,000 points, from 4 athletes", leaders: [] })
  expect((await app.request("/cards/races/two-weeks.png")).status).toBe(200)
  for (const unknown of [`${season}/nothing`, "nothing"])
    expect((await app.request(`/cards/races/${unknown}.png`)).status).toBe(404)
})

test("a frame for other sites has the rows of the page, escapes names, and runs no script", async () => {
  const answer = await app.request(`/embed/races/${season}/minutes`)
  const page = await answer.text()
  expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors *")
  expect(page).toContain("Ana &lt;b&gt;")
  expect(page).not.toMatch(/Ben|Cleo|Zoe|<script/)
  expect(page.match(/<tr><td>/g)).toHaveLength(4)
  expect(page).toContain("<td>1 h 20 min</td>")
  expect(page).toContain("<td>–</td>")
  expect(await (await app.request(`/embed/races/${season}/goal`)).text()).toContain(
    "The sum is not shown yet",
  )
  expect((await app.request(`/embed/races/${season}/nothing`)).status).toBe(404)
})

test("the Data API serves a race to visitors, members and the athlete as the page does, in pages", async () => {
  const seenBy = async (name?: string) => {
    const sub = name && members.get(name)
    const client = sub ? data.client({ token: await data.issuer.token({ sub }) }) : data.client()
    const { data: rows, error } = await client.rpc("race_standings", { season, race: "minutes" })
    if (error) throw new Error(error.message)
    return (rows as { rank: number; name: string | null; value: number | null; days: number | null }[]).map(
      ({ rank, name, value, days }) => [rank, name, value, days],
    )
  }
  for (const name of [undefined, "Ben", "Cle", "Zoe"]) {
    const page = await shown("minutes", (name && members.get(name)) || null)
    if (page.kind !== "athletes") throw new Error(page.kind)
    expect(await seenBy(name)).toEqual(
      page.rows.map(({ rank, name, value, days }) => [rank, name, value, days]),
    )
  }
  expect((await seenBy()).at(-1)).toEqual([4, null, null, null])
  expect((await seenBy("Zoe")).at(-1)).toEqual([4, "Zoe", 30, 1])
  const client = data.client()
  const first = await client.rpc("race_standings", { season, race: "minutes", page_size: 3 })
  const rest = await client.rpc("race_standings", { season, race: "minutes", after: first.data.at(-1).next })
  expect([first.data.length, rest.data.map(({ rank }: { rank: number }) => rank)]).toEqual([3, [4]])
  // Each amount of a joint goal is its athlete's own.
  expect((await client.rpc("race_standings", { season, race: "goal" })).data).toEqual([])
  expect((await client.rpc("race_standings", { season, race: "nothing" })).data).toEqual([])
})

test("from memory the Data API returns the same rows, to the same callers, with the same filters", async () => {
  const sub = members.get("Ben") as string
  for (const token of [undefined, await data.issuer.token({ sub })]) {
    const [stored, kept] = [data, memory].map((server) => server.client(token ? { token } : {}))
    const both = async (ask: (client: NonNullable<typeof stored>) => PromiseLike<object>) => {
      const [a, b] = [
        await ask(stored as NonNullable<typeof stored>),
        await ask(kept as NonNullable<typeof kept>),
      ]
      expect(b).toEqual(a)
      return b as { data: unknown[] | null; count: number | null; error: { code: string } | null }
    }
    const race = { season, race: "minutes" }
    expect((await both((client) => client.rpc("race_standings", race))).data).toHaveLength(4)
    expect(
      (await both((client) => client.rpc("race_standings", { ...race, page_size: 2, after: 1 }))).data,
    ).toHaveLength(2)
    const asked = await both((client) =>
      client
        .rpc("race_standings", { ...race, page_size: 3 }, { get: true, count: "exact" })
        .select("place:rank, value")
        .not("name", "is", null)
        .order("rank", { ascending: false }),
    )
    expect(asked.count).toBe(token ? 2 : 1)
    expect((await both((client) => client.rpc("race_standings", { season, race: "goal" }))).data).toEqual([])
    expect(
      (await both((client) => client.rpc("race_standings", { ...race, page_size: "x" }))).error?.code,
    ).toBe("22P02")
    expect((await both((client) => client.rpc("race_standings", { season }))).error?.code).toBe("PGRST202")
  }
  const ask = () => memory.client().rpc("race_standings", { season, race: "minutes" })
  const signature = "public.race_standings(text, text, integer, integer)"
  await data.db.query(`revoke execute on function ${signature} from anon`)
  expect((await ask()).error?.code).toBe("42501")
  await data.db.query(`grant execute on function ${signature} to anon`)
  expect((await ask()).data).toHaveLength(4)
})

test("once a race is final, the feed tells its results, and the Data API reads them", async () => {
  const feed = async () => (await app.request(`/leaderboard/races/${season}/minutes/rss.xml`)).text()
  expect(await feed()).not.toContain("<item>")
  const before = await data.client().rpc("race_standings", { season, race: "minutes" })
  now = "2026-12-05T20:00:00Z"
  await closeAndAward(world, season)
  boards.raceTables.forget()
  const told = await feed()
  expect(told).toContain("<title>Minutes &amp; more, 2026-11-01 to 2026-11-30</title>")
  expect(told).toContain(
    "1st: Ana &lt;b&gt; (1 h 20 min). 2nd: an athlete (50 min). 3rd: an athlete (40 min)",
  )
  expect((await data.client().rpc("race_standings", { season, race: "minutes" })).data).toEqual(before.data)
  expect(sideRaceCard(await shown("minutes"), world.now())).toMatchObject({
    ends: "Ended November 30",
    heading: "The first of 4 athletes",
  })
  expect((await app.request(`/leaderboard/races/${season}/nothing/rss.xml`)).status).toBe(404)
})

test("a race of teams has a card, a frame, and a feed of its final table, and each team its way to the goal", async () => {
  const next = "monthly-2026-12"
  const crews = { ...rule, name: "crews", title: "Crews", metric: "points", entrants: "teams" } as const
  now = "2026-12-30T20:00:00Z"
  const later = "monthly-2027-01"
  await maintainBoards(world)
  expect(await addRace(world, { season: later, race: { ...crews, teamSize: 7, target: 500 } })).toEqual({
    ok: true,
  })
  expect(await addRace(world, { season: next, race: { ...crews, teamSize: 7 } })).toMatchObject({ ok: false })
  const crew: number[] = []
  for (let nr = 0; nr < 10; nr++) crew.push(await addAthlete(world, { name: `Mate ${nr}`, joinedAt: now }))
  now = "2027-01-01T20:00:00Z"
  await maintainBoards(world)
  boards.teamTables.forget()
  now = "2027-01-10T20:00:00Z"
  for (const [nr, id] of crew.entries())
    for (const day of [4, 5].slice(0, 1 + (nr % 2))) {
      const minutes = 30 + nr
      const length = { kind: "hiit", distanceM: 0, movingS: minutes * 60, elapsedS: minutes * 60 } as const
      const startedAt = new Date(`2027-01-0${day}T18:00:00Z`)
      expect(await onActivity(world, id, sentRun({ ...length, startedAt }))).toMatchObject({ ok: true })
    }
  const asked = { season: later, name: "crews", viewer: null, after: 0, limit: 50 }
  const page = await shownRace(world, boards, asked)
  if (page?.kind !== "teams") throw new Error(page?.kind)
  const [first, second] = page.rows
  const card = sideRaceCard(page, world.now())
  expect(card).toMatchObject({ race: "Crews", heading: "In the lead of 2 teams" })
  expect(card.leaders.map(({ name, value }) => [name, value])).toEqual(
    page.rows.map(({ name, points }) => [name, String(points)]),
  )
  expect((await app.request(`/cards/races/${later}/crews.png`)).status).toBe(200)
  const { data: told } = await memory.client().rpc("race_standings", { season: later, race: "crews" })
  expect(
    told.map((row: Record<string, unknown>) => [row.rank, row.team, row.name, row.value, row.next]),
  ).toEqual(page.rows.map(({ place, name, points }, index) => [place, name, null, points, index + 1]))
  const frame = await (await app.request(`/embed/races/${later}/crews`)).text()
  expect(frame).toContain(first?.name ?? "")
  const team = await teamShown(world, boards.teamTables, { ...asked, number: first?.number ?? 0 })
  if (!team.ok) throw new Error(team.code)
  // What its page draws as the way to the goal.
  expect([page.race.target, team.team.points]).toEqual([500, first?.points])
  now = "2027-02-05T20:00:00Z"
  await closeAndAward(world, later)
  boards.teamTables.forget()
  const feed = await (await app.request(`/leaderboard/races/${later}/crews/rss.xml`)).text()
  expect(feed).toContain(`1st: ${first?.name} (${valueInWords("points", first?.points ?? 0)})`)
  expect(feed).toContain(`2nd: ${second?.name}`)
})
