import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { competition } from "#content/competitions.ts"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { maintainBoards } from "../maintain.ts"
import { onActivity, onRemoved } from "../pipeline.ts"
import { type Boards, createBoards } from "./board.ts"
import { createLiveBoards } from "./live.ts"
import { mine, page, search } from "./standings.ts"

let t: TestWorld
let boards: Boards

beforeAll(async () => {
  t = await createCompetitionWorld()
  boards = createBoards(t.world)
  await boards.open()
})
afterAll(async () => {
  boards.close()
  await t.close()
})
beforeEach(async () => {
  t.clock.set("2026-11-20T20:00:00Z")
  await t.world.db.sql`delete from athletes`
  await t.world.db.sql`delete from auth.users`
})

test("an athlete who names no time zone has that of the site", async () => {
  const rows = await t.world.db.sql`
    insert into athletes (slug, display_name, search_name, consent_text, consent_at, joined_at)
    values ('sample', 'Sample', 'sample', 'Invented.', now(), now())
    returning time_zone`
  expect(rows).toEqual([{ time_zone: competition.timeZone }])
})

const minutes = (count: number, changes = {}) =>
  sentRun({ kind: "hiit", distanceM: 0, movingS: count * 60, elapsedS: count * 60, ...changes })
const board = "last-14-days"

/** Reads all pages, two rows at a time. */
async function all(viewer: string | null = null) {
  const rows = []
  for (let after: string | null = null; ; ) {
    const read = await page(t.world, boards, { slug: board, viewer, limit: 2, after })
    if (!read.ok) throw new Error(read.code)
    rows.push(...read.page.rows)
    after = read.page.next
    if (!after) return rows
  }
}
const userOf = async (athlete: number) => accountOf(t.world, athlete)

describe("a board", () => {
  test("ranks by points, then active days, then the earlier time, on every page; ties share a rank", async () => {
    // Stored one after the other: athletes with the same rank are ordered by id.
    const ids: number[] = []
    for (const name of ["Ana", "Ben", "Cleo", "Dan", "Eve"]) ids.push(await addAthlete(t.world, { name }))
    const [a, b, c, d, e] = ids as [number, number, number, number, number]
    await onActivity(t.world, a, minutes(50))
    // 75 points like Ana's, earlier.
    await onActivity(t.world, b, minutes(50, { startedAt: new Date("2026-11-17T15:00:00Z") }))
    // 75 points on more active days would be better; here on one day, at the same second as Ana's.
    await onActivity(t.world, c, minutes(50))
    // 75 points without an active day.
    for (const day of [10, 11, 12, 13]) {
      await onActivity(
        t.world,
        d,
        minutes(18 + (day === 13 ? 3 - 3 : 0), { startedAt: new Date(`2026-11-${day}T15:00:00Z`) }),
      )
    }
    await onActivity(t.world, d, minutes(3, { startedAt: new Date("2026-11-14T15:00:00Z") }))
    await onActivity(t.world, e, minutes(5))
    await boards.catchUp()
    expect((await all()).map((row) => [row.rank, row.name, row.points, row.activeDays])).toEqual([
      [1, "Ben", 75, 1],
      [2, "Ana", 75, 1],
      [2, "Cleo", 75, 1],
      [4, "Dan", 75, 0],
      [5, "Eve", 5, 0],
    ])
    const first = async (limit: number) => page(t.world, boards, { slug: board, viewer: null, limit })
    // A page with exactly as many rows as there are has no next page.
    expect(await first(5)).toMatchObject({
      page: { total: 5, next: null, rows: [1, 2, 2, 4, 5].map((rank) => ({ rank })) },
    })
    expect(await first(4)).toMatchObject({ page: { next: expect.stringMatching(/^\w+\.\w+$/) } })
  })

  test("marks a member's own row, and ranks a first page by position while the counts lag behind", async () => {
    const ids: number[] = []
    for (let n = 1; n <= 3; n++) {
      ids.push(await addAthlete(t.world, { name: `N${n}`, email: `n${n}@b4m.test` }))
      await onActivity(t.world, ids.at(-1) as number, minutes(50 - n * 5))
    }
    await boards.catchUp()
    await onActivity(t.world, await addAthlete(t.world, { name: "New" }), minutes(60))
    const viewer = await userOf(ids[1] as number)
    const read = await page(t.world, boards, { slug: board, viewer, limit: 5 })
    expect(read.ok && read.page.rows.map(({ rank, name, mine }) => [rank, name, mine])).toEqual([
      [1, "New", false],
      [2, "N1", false],
      [3, "N2", true],
      [4, "N3", false],
    ])
  })

  test("my row is shown between its neighbors, wherever it is", async () => {
    for (let n = 1; n <= 9; n++) {
      const id = await addAthlete(t.world, { name: `N${n}`, email: `n${n}@b4m.test` })
      await onActivity(t.world, id, minutes(100 - n * 5))
    }
    await boards.catchUp()
    const ids = await t.world.db.sql<{
      user_id: string
      display_name: string
    }>`select user_id, display_name from athletes`
    const around = async (name: string) => {
      const viewer = ids.find((row) => row.display_name === name)?.user_id as string
      const read = await mine(t.world, boards, { slug: board, viewer, neighbors: 2 })
      return read.ok
        ? [
            read.mine.rank,
            read.mine.around.map((row) => `${row.rank}${row.name}${row.mine ? "*" : ""}`).join(" "),
          ]
        : read
    }
    expect(await around("N5")).toEqual([5, "3N3 4N4 5N5* 6N6 7N7"])
    expect(await around("N1")).toEqual([1, "1N1* 2N2 3N3"])
    expect(await around("N2")).toEqual([2, "1N1 2N2* 3N3 4N4"])
    expect(await around("N9")).toEqual([9, "7N7 8N8 9N9*"])
    const stranger = await addAthlete(t.world, { email: "stranger@b4m.test" })
    expect(
      await mine(t.world, boards, { slug: board, viewer: await userOf(stranger), neighbors: 2 }),
    ).toEqual({
      ok: false,
      code: "not_on_board",
    })
  })

  test("is searched by words of names, without accents, and only among those who are shown", async () => {
    const people = [
      ["Zoë Ångström", "public"],
      ["Zoe Miller", "members"],
      ["Zoe Hidden", "hidden"],
    ] as const
    for (const [name, visibility] of people) {
      await onActivity(t.world, await addAthlete(t.world, { name, visibility }), minutes(30))
    }
    const member = await userOf(await addAthlete(t.world, { email: "m@b4m.test" }))
    await boards.catchUp()
    const names = async (name: string, viewer: string | null = null) => {
      const found = await search(t.world, boards, { slug: board, viewer, name })
      return found.ok && found.rows.map((row) => row.name).sort()
    }
    expect(await names("zoe")).toEqual(["Zoë Ångström"])
    expect(await names("ang")).toEqual(["Zoë Ångström"])
    expect(await names("zoe", member)).toEqual(["Zoe Miller", "Zoë Ångström"])
    expect(await names("' | x:* ! (")).toEqual([])
    expect(await names("")).toEqual([])
  })

  test("that is unknown is refused, and so is an invalid cursor", async () => {
    expect(await page(t.world, boards, { slug: "nope", viewer: null, limit: 5 })).toEqual({
      ok: false,
      code: "unknown_board",
    })
    const refused = { ok: false, code: "unknown_board" }
    expect(await mine(t.world, boards, { slug: "nope", viewer: crypto.randomUUID(), neighbors: 2 })).toEqual(
      refused,
    )
    expect(await search(t.world, boards, { slug: "nope", viewer: null, name: "zoe" })).toEqual(refused)
    // An empty cursor means the first page.
    expect((await page(t.world, boards, { slug: board, viewer: null, limit: 5, after: "" })).ok).toBe(true)
    const refusedCursors = ["x", "1", "1.", ".1", "1.2.3", "A.1", "1.B", "zzzzzzzzzzz.1", "1.zzzzzzzzzzz"]
    for (const after of [...refusedCursors, "1';--.1", "1.2 ", "-1.2"]) {
      expect(await page(t.world, boards, { slug: board, viewer: null, limit: 5, after })).toEqual({
        ok: false,
        code: "invalid_cursor",
      })
    }
  })
})

test("the display policy applies everywhere", async () => {
  const shown = await t.world.db.sql<Record<string, unknown>>`
    select viewer, visibility, holds, restricted, display, concat_ws(' ',
      case when d.name then 'name' end, case when d.points then 'points' end,
      case when d.days then 'days' end, case when d.details then 'details' end) as shows
    from unnest(array['owner', 'member', 'anonymous']) viewer
    cross join unnest(array['public', 'members', 'hidden']) visibility
    cross join unnest(array['none', 'confirmed', 'unconfirmed']) holds
    cross join unnest(array[false, true]) restricted
    cross join unnest(array['members', 'public']) display
    cross join lateral private.display(viewer, visibility, holds, restricted, display) d
  `
  const look = (
    viewer: string,
    visibility: string,
    restricted: boolean,
    display = "members",
    holds = restricted ? "confirmed" : "none",
  ) =>
    shown.find(
      (s) =>
        s.viewer === viewer &&
        s.visibility === visibility &&
        s.holds === holds &&
        s.restricted === restricted &&
        s.display === display,
    )?.shows
  const everything = "name points days details"
  for (const row of shown.filter(({ viewer }) => viewer === "owner")) expect(row.shows).toBe(everything)
  // Files: the athlete's own choice.
  expect(look("anonymous", "public", false)).toBe(everything)
  expect(look("anonymous", "members", false)).toBe("points days")
  expect(look("anonymous", "hidden", false)).toBe("points days")
  expect(look("member", "public", false)).toBe(everything)
  expect(look("member", "members", false)).toBe(everything)
  expect(look("member", "hidden", false)).toBe("points days")
  // Strava: points, rank and active days to members, a place without a name to everybody else, never the details.
  expect(look("anonymous", "public", true)).toBe("")
  expect(look("anonymous", "hidden", true)).toBe("")
  expect(look("member", "public", true)).toBe("name points days")
  expect(look("member", "hidden", true)).toBe("points days")
  // Until the operator has Strava's permission.
  expect(look("anonymous", "public", true, "public")).toBe("name points days")
  expect(look("anonymous", "members", true, "public")).toBe("points days")
  expect(look("member", "members", true, "public")).toBe("name points days")
  // Visitors see no name, even where nothing shown comes from Strava, as long as any Strava data is stored.
  expect(look("anonymous", "public", false, "members", "confirmed")).toBe("points days")
  expect(look("member", "public", false, "members", "confirmed")).toBe(everything)
  expect(look("anonymous", "public", false, "public", "confirmed")).toBe(everything)
  // A result that was frozen before an athlete disconnected stays what it was.
  expect(look("anonymous", "public", true, "members", "none")).toBe("")
  // Data not confirmed for longer than the terms allow is shown to nobody but its owner, whatever Strava permitted.
  for (const viewer of ["member", "anonymous"])
    for (const display of ["members", "public"])
      expect(look(viewer, "public", true, display, "unconfirmed")).toBe("")
  expect(look("member", "public", false, "members", "unconfirmed")).toBe(everything)
  expect(look("anonymous", "public", false, "members", "unconfirmed")).toBe("points days")
})

test("the Data API returns the same pages under the same policy", async () => {
  const names = ["Ana", "Ben", "Cleo", "Dan", "Eve"]
  for (const [n, name] of names.entries()) {
    const id = await addAthlete(t.world, {
      name,
      visibility: name === "Ben" ? "members" : "public",
      email: `${name}@b4m.test`,
    })
    await onActivity(
      t.world,
      id,
      minutes(n < 3 ? 50 : 60 - n, { source: name === "Cleo" ? "strava" : "file" }),
    )
  }
  await boards.catchUp()
  const asked = async (user: string | null) =>
    t.world.db.transaction(async ({ sql }) => {
      await sql`select set_config('request.jwt.claims', ${user ? JSON.stringify({ sub: user }) : ""}, true)`
      await sql`select set_config('role', ${user ? "authenticated" : "anon"}, true)`
      const rows = []
      for (let after: string | null = null; ; ) {
        const found: Record<string, unknown>[] = await sql`select * from standings(${board}, 2, ${after})`
        if (found.length === 0) return rows
        rows.push(...found)
        after = found.at(-1)?.next as string
      }
    })
  const brief = (rows: Record<string, unknown>[]) =>
    rows.map((row) => [Number(row.rank), row.name, row.points])
  expect(brief(await asked(null))).toEqual(
    [
      [1, "Dan", 82],
      [2, "Eve", 81],
      [3, "Ana", 75],
      [3, null, 75],
      [3, null, null],
    ].sort((x, y) => Number(x[0]) - Number(y[0])),
  )
  expect(brief((await all()) as never)).toEqual(brief(await asked(null)))
  const [ben] = await t.world.db.sql<{
    user_id: string
  }>`select user_id from athletes where display_name = 'Ben'`
  expect(brief(await asked(ben?.user_id as string)).map(([, name]) => name)).toEqual([
    "Dan",
    "Eve",
    "Ana",
    "Ben",
    "Cleo",
  ])
  const rows = await t.world.db.transaction(async ({ sql }) => {
    await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: ben?.user_id })}, true)`
    await sql`select set_config('role', 'authenticated', true)`
    return Promise.all([
      sql`select display_name from athletes`,
      sql`select id from activities`,
      sql`select points from athlete_days`,
      sql`select board_id from standings`,
    ])
  })
  expect(rows.map((found) => found.length)).toEqual([1, 1, 1, 4])
})

test("the move since yesterday is counted from the ranks at midnight", async () => {
  const ana = await addAthlete(t.world, { name: "Ana" })
  const ben = await addAthlete(t.world, { name: "Ben" })
  await onActivity(t.world, ana, minutes(50))
  await onActivity(t.world, ben, minutes(40))
  t.clock.set("2026-11-21T08:00:01Z")
  await maintainBoards(t.world)
  const cleo = await addAthlete(t.world, { name: "Cleo" })
  await onActivity(t.world, ben, minutes(40, { startedAt: new Date("2026-11-19T15:00:00Z") }))
  await onActivity(t.world, cleo, minutes(60, { startedAt: new Date("2026-11-19T15:00:00Z") }))
  await boards.catchUp()
  const moves = async (slug: string) => {
    const read = await page(t.world, boards, { slug, viewer: null, limit: 10 })
    return read.ok && read.page.rows.map((row) => [row.name, row.move])
  }
  const expected = [
    ["Ben", 1],
    ["Cleo", null],
    ["Ana", -2],
  ]
  expect(await moves("last-10-days")).toEqual(expected)
  expect(await moves("this-month")).toEqual(expected)
})

test("a window that advances loses only its oldest day; a second process finds nothing to do", async () => {
  const ana = await addAthlete(t.world)
  const ben = await addAthlete(t.world)
  for (const day of ["2026-11-11", "2026-11-12", "2026-11-20"]) {
    await onActivity(t.world, ana, minutes(30, { startedAt: new Date(`${day}T15:00:00Z`) }))
  }
  await onActivity(t.world, ben, minutes(30, { startedAt: new Date("2026-11-12T15:00:00Z") }))
  t.clock.set("2026-11-22T09:00:00Z")
  await Promise.all([maintainBoards(t.world), maintainBoards(t.world), maintainBoards(t.world)])
  const rows = await t.world.db.sql`
    select athlete_id::float8 as athlete, points, active_days
    from standings join boards on boards.id = board_id where slug = 'last-10-days'
  `
  expect(rows).toEqual([{ athlete: ana, points: 55, active_days: 1 }])
  const [derived] = await t.world.db.sql<{ n: number }>`
    select count(*)::int as n from (
      (select athlete_id, board_id, points, place_key from standings except select athlete_id, board_id, points, place_key from private.derived_standings)
      union all
      (select athlete_id, board_id, points, place_key from private.derived_standings except select athlete_id, board_id, points, place_key from standings)
    ) x
  `
  expect(derived?.n).toBe(0)
})

test("a second process learns of a change and has the same ranks", async () => {
  const db = connectPostgres({ url: t.database.url, max: 2 })
  const other = createBoards({ ...t.world, db })
  await other.open()
  const id = await addAthlete(t.world)
  const heard = new Promise<void>((resolve) => {
    other.onChange((changes) => {
      if (changes.some((change) => change.board.slug === board && change.board.counts.size === 1)) resolve()
    })
  })
  await onActivity(t.world, id, minutes(30))
  await heard
  const sent = minutes(40, { startedAt: new Date("2026-11-19T15:00:00Z") })
  await onActivity(t.world, id, sent)
  await onRemoved(t.world, id, [sent])
  await t.world.db.sql`delete from athletes where id = ${id}`
  await other.catchUp()
  expect(other.find(board, t.world.now())?.counts.size).toBe(0)
  await other.close()
  await db.end()
})

test("an open page receives the difference, and can catch up after a gap", async () => {
  const ana = await addAthlete(t.world, { name: "Ana" })
  const ben = await addAthlete(t.world, { name: "Ben" })
  await onActivity(t.world, ana, minutes(50))
  await onActivity(t.world, ben, minutes(40))
  await boards.catchUp()
  const live = createLiveBoards(t.world, boards)
  const followed = await live.board(board, "visitors")
  if (!followed) throw new Error("no board")
  const { state } = followed
  const told = new Promise((resolve) => followed.follow((difference) => resolve(difference)))
  await onActivity(t.world, ben, minutes(40, { startedAt: new Date("2026-11-19T15:00:00Z") }))
  expect(await told).toMatchObject({
    total: 2,
    gone: [],
    rows: [{ name: "Ben", rank: 1, points: 130 }],
    moved: [[followed.rows[1]?.key, 2, null]],
  })
  expect(followed.since(state)).toHaveLength(1)
  expect(followed.since(followed.state)).toEqual([])
  expect(followed.since("another")).toBeUndefined()
  live.close()
})
