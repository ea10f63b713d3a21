/**
 * Checks every surface for two members of whom one has blocked the other: whatever knows its viewer names neither to the
 * other, in both directions; what is the same for everybody does not change.
 */
import { glob, readFile } from "node:fs/promises"
import { Hono } from "hono"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { athletePage } from "#domain/community/athlete-page.ts"
import { block, unblock } from "#domain/community/block.ts"
import { cheer } from "#domain/community/cheer.ts"
import { cheeredDays } from "#domain/community/cheered-days.ts"
import { comment } from "#domain/community/comment.ts"
import { commentsOn, commentsReceived } from "#domain/community/comments-on.ts"
import { comingTo, here } from "#domain/community/here.ts"
import { ownCheers } from "#domain/community/own-cheers.ts"
import { changeOwnPage } from "#domain/community/own-page.ts"
import { thisWeek } from "#domain/community/this-week.ts"
import { athleteResults } from "#domain/competition/boards/athlete-results.ts"
import { mine, page, search } from "#domain/competition/boards/standings.ts"
import { noteHappenings } from "#domain/competition/happenings/note.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { addRace } from "#domain/competition/races/change.ts"
import { racePage } from "#domain/competition/races/page.ts"
import { raceWhy } from "#domain/competition/races/why.ts"
import { explain } from "#domain/competition/scoring/explain.ts"
import { ownRaces } from "#domain/competition/seasons/own-races.ts"
import { seasonResults } from "#domain/competition/seasons/results.ts"
import { teamShown } from "#domain/competition/teams/team.ts"
import { hideName, showName } from "#domain/members/hidden-name.ts"
import { erase } from "#domain/members/privacy.ts"
import { chooseNotices } from "#domain/notices/choices.ts"
import { sendNotices } from "#domain/notices/send.ts"
import { personalData } from "#server/world/privacy.ts"
import { type BoardsServer, startBoardsServer } from "#test/support/boards-server.ts"
import { addMember, type CommunityMember, nameModerator } from "#test/support/community.ts"
import { createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { openEvents } from "#test/support/events.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import { sideRace } from "#test/support/side-race.ts"
import type { TestWorld } from "#test/support/world.ts"
import type { AppEnv } from "../context.ts"
import { boardsEmbedEndpoint } from "./boards-embed.ts"
import { seasonsEndpoint } from "./seasons.ts"

const season = "monthly-2026-12"
const slug = "last-14-days"
const days = ["2026-11-20", "2026-11-27"]
const today = "2026-12-02"
const session = { event: "saturday-long-run", on: "2026-12-05" }
const shownToAll = {
  ...{ words: "", sports: [], region: "Somewhere", showsCalendar: true, showsMilestones: true },
  ...{ showsTrained: true, showsComing: true, takesComments: true },
}
let t: TestWorld
let server: BoardsServer
let ada: CommunityMember
let ex: CommunityMember
let other: CommunityMember

beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-28T22:00:00Z")
  const members: CommunityMember[] = []
  for (const name of ["Adalind", "Exander", "Otherman", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"])
    members.push(await addMember(t.world, name, { days }))
  ;[ada, ex, other] = members as [CommunityMember, CommunityMember, CommunityMember]
  await addRace(t.world, { season, race: sideRace() })
  await addRace(t.world, { season, race: sideRace({ name: "teams", entrants: "teams", teamSize: 4 }) })
  t.clock.set(`${today}T22:00:00Z`)
  await maintainBoards(t.world)
  for (const { id } of members)
    await onActivity(t.world, id, sentRun({ startedAt: new Date(`${today}T15:00:00Z`), externalId: `${id}` }))
  await t.world.db.sql`update team_members set team_id = (select min(id) from teams)`
  await t.world.db.sql`update athletes set shows_looking = true`
  for (const [giver, receiver] of [
    [ada, ex],
    [ex, ada],
  ] as const)
    for (const on of days) await cheer(t.world, giver.userId, { athlete: receiver.slug, on, phrase: null })
  await nameModerator(t.world)
  for (const by of [ada, ex])
    for (const about of [
      ...[ada, ex, other].map(({ slug: athlete }) => ({ athlete, on: "2026-11-27" })),
      session,
    ])
      await comment(t.world, by.userId, { ...about, text: `Word of ${by.slug}` })
  for (const { userId } of members) await changeOwnPage(t.world, userId, shownToAll)
  await t.world.db.sql`
    insert into event_occurrences (event, held_on, starts_at, spots, taken) values (${session.event}, ${session.on}, now(), 40, 2)`
  for (const { id, userId, email, name } of members)
    await t.world.db.sql`
      insert into event_signups (event, held_on, user_id, name, email, state, asked_at, manage_hash)
      values (${session.event}, ${session.on}, ${userId}, ${name}, ${email}, 'going', now(), ${Buffer.from(String(id))})`
  for (const member of [ada, ex])
    await chooseNotices(t.world, member.userId, { choices: { passed: "mail", season: "mail" } })
  server = await startBoardsServer(t)
})
afterAll(async () => {
  await server.close()
  await t.close()
})

const boards = () => server.boards
const tables = () => server.boards.raceTables
const authorization = ({ userId }: CommunityMember) => ({ authorization: `Bearer member:${userId}` })
const fetched = (path: string) => async (viewer: CommunityMember) =>
  (await fetch(`${server.url}${path}`, { headers: authorization(viewer) })).text()
/** As the Data API and a channel of changes read: with the claims of the account and its role. */
const asAccount = (viewer: CommunityMember, read: (db: TestWorld["world"]["db"]) => PromiseLike<unknown>) =>
  t.world.db.transaction(async (db) => {
    await db.sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: viewer.userId, role: "authenticated" })}, true)`
    await db.sql`select set_config('role', 'authenticated', true)`
    return read(db)
  })

/** What knows its viewer. A new surface that names athletes adds a line here, or below. */
const personal: Record<string, (viewer: CommunityMember, about: CommunityMember) => Promise<unknown>> = {
  "a board": ({ userId }) => page(t.world, boards(), { slug, viewer: userId, limit: 50 }),
  "a board as JSON": fetched(`/boards/${slug}.json`),
  "a search": ({ userId }, { name }) => search(t.world, boards(), { slug, viewer: userId, name }),
  "the neighbors of the viewer's place": ({ userId }) =>
    mine(t.world, boards(), { slug, viewer: userId, neighbors: 5 }),
  "the viewer's place as JSON": fetched(`/boards/${slug}/mine`),
  "the viewer's races on home and account": ({ userId }) => ownRaces(t.world, boards(), userId),
  "the days of an athlete": ({ userId }, about) => explain(t.world, { athlete: about.slug, viewer: userId }),
  "the days of an athlete as JSON": (viewer, about) =>
    fetched(`/boards/${slug}/athletes/${about.slug}.json`)(viewer),
  "a side race": ({ userId }) =>
    racePage(t.world, tables(), { season, name: "race", viewer: userId, after: 0, limit: 50 }),
  "a side race as JSON": fetched(`/boards/races/${season}/race.json`),
  "the days of a side race": ({ userId }, about) =>
    raceWhy(t.world, { season, name: "race", athlete: about.slug, viewer: userId }),
  "a team and whose points count": ({ userId }) =>
    teamShown(t.world, server.boards.teamTables, { season, name: "teams", number: 1, viewer: userId }),
  "a team as JSON": fetched(`/boards/races/${season}/teams/teams/1.json`),
  "the live board and who looks at it": async (viewer, about) => {
    const theirs = await openEvents(`${server.url}/boards/${slug}/live`, authorization(about))
    const own = await openEvents(`${server.url}/boards/${slug}/live`, authorization(viewer))
    await expect.poll(() => (own.faces.get(slug) ?? []).length, { timeout: 15_000 }).toBeGreaterThan(0)
    const first = await own.next()
    for (const stream of [own, theirs]) stream.close()
    return [first, own.faces.get(slug)]
  },
  "cheers on boards and pages": async ({ userId }, { slug: about }) =>
    (await cheeredDays(t.world, userId, { athletes: [about], days: 60 })).athletes,
  "who has cheered me": ({ userId }) => ownCheers(t.world, userId, { days: 30 }),
  "comments under a day of somebody else": async ({ userId }) =>
    (await commentsOn(t.world, userId, { athlete: other.slug, on: "2026-11-27" }))?.comments,
  "comments under an event": async ({ userId }) => (await commentsOn(t.world, userId, session))?.comments,
  "who trained today": async ({ userId }) =>
    (await here(t.world, userId, { session: null, athletes: [] }))?.trained,
  "who comes to a session": ({ userId }) => comingTo(t.world, userId, session),
  "the own words on an athlete's page": async ({ userId }, about) =>
    (await athletePage(t.world, { athlete: about.slug, viewer: userId })) ? about.name : null,
  "those who are new this week": async ({ userId }, about) => {
    const shown = await here(t.world, userId, { session: null, athletes: [about.slug] })
    return shown?.unseen.includes(about.slug) ? null : about.name
  },
  "comments on my days": ({ userId }) => commentsReceived(t.world, userId, { most: 30 }),
  "standings over the Data API": (viewer) =>
    asAccount(viewer, (db) => db.sql`select * from standings(${slug})`),
}

/** The same for everybody, signed in or not: it cannot know its reader. */
const kept: Record<string, () => Promise<unknown>> = {
  "a visitor's board": () => page(t.world, boards(), { slug, viewer: null, limit: 50 }),
  "the community page": async () => {
    await t.world.db.sql`update athletes set joined_at = ${t.world.now()} where id = ${ex.id}`
    return thisWeek(t.world, boards())
  },
  "the athlete's page": () => athleteResults(t.world, boards(), { athlete: ex.slug, today: "2026-12-02" }),
  "a board on another site": async () => {
    const app = new Hono<AppEnv>()
    app.use((c, next) => {
      c.set("https", false)
      return next()
    })
    const script = async () => ({ code: "follow()", hash: "sha256-AAAA" })
    app.route("/", boardsEmbedEndpoint({ world: t.world, boards: boards(), script }))
    return (await app.request(`/embed/boards/${slug}`)).text()
  },
}

/** Shown to nobody but the one whose days they are about. */
const toOwner = new Set(["who has cheered me", "comments on my days"])

const names = (value: unknown, { name, slug: athlete }: CommunityMember) => {
  const text = JSON.stringify(value)
  return text.includes(name) || text.includes(athlete)
}

describe("Apart", () => {
  test.each(Object.keys(personal))(
    "%s names neither to the other, and both to others",
    async (where) => {
      const read = personal[where] as (typeof personal)[string]
      await unblock(t.world, ada.userId, ex.slug)
      expect(names(await read(ex, ada), ada), "before the block").toBe(true)
      await block(t.world, ada.userId, ex.slug)
      expect(names(await read(ex, ada), ada), "the blocker to the blocked").toBe(false)
      expect(names(await read(ada, ex), ex), "the blocked to the blocker").toBe(false)
      if (!toOwner.has(where)) expect(names(await read(other, ada), ada), "others").toBe(true)
    },
    40_000,
  )

  test("Every table of the Data API, and so every channel of changes, shows nothing of the other", async () => {
    await block(t.world, ada.userId, ex.slug)
    const tables = await t.world.db.sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'v') and has_any_column_privilege('authenticated', c.oid, 'select')`
    expect(tables.length).toBeGreaterThan(20)
    for (const { name } of tables) {
      const read = asAccount(ex, async (db) => {
        const columns = await db.query(
          `select string_agg(distinct quote_ident(column_name), ', ') as all from information_schema.column_privileges
           where table_schema = 'public' and table_name = $1 and privilege_type = 'SELECT'`,
          [name],
        )
        return db.query(`select ${columns[0]?.all} from public.${name}`)
      })
      expect([name, names(await read, ada)]).toEqual([name, false])
    }
  })

  test("Places, points and ranks stay, and nothing tells a block from somebody who is hidden", async () => {
    await unblock(t.world, ada.userId, ex.slug)
    const rows = async () => {
      const found = await page(t.world, boards(), { slug, viewer: ex.userId, limit: 50 })
      return found.ok ? found.page.rows : []
    }
    const before = await rows()
    await block(t.world, ada.userId, ex.slug)
    const apart = await rows()
    expect(apart.map(({ rank, points, key }) => [rank, points, key])).toEqual(
      before.map(({ rank, points, key }) => [rank, points, key]),
    )
    await t.world.db.sql`delete from private.blocks`
    await t.world.db.sql`update athletes set visibility = 'hidden' where id = ${ada.id}`
    expect(await rows()).toEqual(apart)
    await t.world.db.sql`update athletes set visibility = 'public' where id = ${ada.id}`
  })

  test("An open board drops the name at once, on both sides", async () => {
    await t.world.db.sql`delete from private.blocks`
    const open = await openEvents(`${server.url}/boards/${slug}/live`, authorization(ex))
    expect(names(await open.next(), ada)).toBe(true)
    await block(t.world, ada.userId, ex.slug)
    // The page asks for the board again.
    expect((await open.next()).name).toBe("apart")
    open.close()
  })

  test("Whoever is passed is told by mail, as always without a name", async () => {
    await block(t.world, ada.userId, ex.slug)
    t.clock.set("2026-12-03T22:00:00Z")
    await maintainBoards(t.world)
    const more = {
      startedAt: new Date("2026-12-03T15:00:00Z"),
      movingS: 7200,
      elapsedS: 7200,
      distanceM: 20_000,
    }
    await noteHappenings(t.world)
    await onActivity(t.world, ex.id, sentRun({ ...more, externalId: "more" }))
    await noteHappenings(t.world)
    t.clock.set("2026-12-04T03:00:00Z")
    await sendNotices(t.world)
    const mails = t.mails.filter(({ to }) => to === ada.email)
    expect(mails.map(({ text }) => /passed you today/.test(text))).toEqual([true])
    expect(names(mails, ex)).toBe(false)
  })

  test.each(Object.keys(kept))("%s is the same for everybody, and shows the name", async (where) => {
    await block(t.world, ada.userId, ex.slug)
    expect(names(await kept[where]?.(), ex)).toBe(true)
  })

  test("Final tables and feeds are the same for everybody, and show the name", async () => {
    await block(t.world, ada.userId, ex.slug)
    await closeAndAward(t.world, "monthly-2026-11")
    const results = await seasonResults(t.world, { slug: "monthly-2026-11", after: 0, limit: 50 })
    expect(names(results, ex)).toBe(true)
    const app = new Hono<AppEnv>()
    app.route("/", seasonsEndpoint(t.world))
    expect(names(await (await app.request("/boards/seasons/monthly-2026-11.json")).text(), ex)).toBe(true)
  })

  test("What somebody wrote is on no surface that visitors get", async () => {
    for (const [where, read] of Object.entries(kept))
      expect([where, JSON.stringify(await read()).includes("Word of")]).toEqual([where, false])
  })

  test("Hidden by a moderator, and then erased, a member is named on no surface to anybody", async () => {
    await t.world.db.sql`delete from private.blocks`
    const isNowhere = async (state: string) => {
      // Who looks at a board is up to five seconds old (viewers.ts).
      for (const [where, read] of Object.entries(personal))
        await expect
          .poll(async () => [state, where, names(await read(ex, ada), ada)], { timeout: 15_000 })
          .toEqual([state, where, false])
      for (const [where, read] of Object.entries(kept))
        expect([state, where, names(await read(), ada)]).toEqual([state, where, false])
      const results = await seasonResults(t.world, { slug: "monthly-2026-11", after: 0, limit: 50 })
      expect([state, names(results, ada)]).toEqual([state, false])
    }
    await hideName(t.world.db, ada.id)
    await isNowhere("hidden")
    await showName(t.world.db, ada.id)
    expect(names(await personal["who comes to a session"]?.(ex, ada), ada)).toBe(true)
    await t.world.db.sql`update auth.users set created_at = now(), updated_at = now()`
    const asked = { userId: ada.userId, confirmation: ada.email, provenAt: t.world.now() }
    expect(await erase(t.world, asked, personalData)).toEqual({ ok: true })
    await isNowhere("erased")
  }, 120_000)
})

test("How a viewer sees an athlete is decided once for statements here, and in the database by the two functions of tables, with blocks in all", async () => {
  const deciding: string[] = []
  for await (const file of glob(["{domain,server,app,platform}/**/*.ts", "supabase/migrations/*.sql"])) {
    if (file.includes(".test.")) continue
    const text = await readFile(file, "utf8")
    if (/then 'owner'/.test(text)) deciding.push(`${file} ${/private\.apart_from\(/.test(text)}`)
  }
  expect(deciding.sort()).toEqual([
    "domain/members/viewer.ts true",
    "supabase/migrations/20261122001400_board_page.sql true",
    "supabase/migrations/20261122001655_race_standings.sql true",
  ])
})
