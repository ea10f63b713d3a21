/** The weekly board in chats, posted over real connections: what it says and to whom, once a week, and what answers mean. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createChat } from "#adapters/chat/webhooks.ts"
import { chatProblems } from "#content/chats.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { addRace } from "#domain/competition/races/change.ts"
import { foundTeam, joinTeam, leaveTeam } from "#domain/competition/teams/founding.ts"
import { ownTeam } from "#domain/competition/teams/own-team.ts"
import { createSeal } from "#primitives/secrets.ts"
import { type ChatStandIn, startChatService } from "#test/stand-ins/chat-service.ts"
import { addMember, type CommunityMember } from "#test/support/community.ts"
import { createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { sideRace } from "#test/support/side-race.ts"
import type { TestWorld } from "#test/support/world.ts"
import { addChat, chatsOf, endChat } from "./addresses.ts"
import { testChat } from "./post.ts"
import { chatQueue, forgetPosts, postWeek, queueWeeks } from "./weeks.ts"

let t: TestWorld
let service: ChatStandIn
let ana: CommunityMember
let ben: CommunityMember

const monthly = { series: "monthly" }
/** 8 in the morning of a Monday in Los Angeles. */
const monday = "2026-11-23T16:00:00Z"

beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  service = await startChatService()
  t.world.chat = createChat({
    addresses: createSeal("a secret that only tests know", "chat addresses"),
    standIn: service.origin,
    timeoutMs: 500,
  })
  ana = await addMember(t.world, "Ana *Ash*", { days: ["2026-11-18", "2026-11-19"] })
  ben = await addMember(t.world, "Ben Birch")
})
afterAll(async () => {
  await service.close()
  await t.close()
})
beforeEach(async () => {
  t.clock.set("2026-11-20T20:00:00Z")
  await t.world.db.sql`delete from private.chat_addresses`
  t.mails.length = t.jobs.length = service.received.length = 0
})

const add = async (path: string, subject: Parameters<typeof addChat>[1] = monthly) => {
  const made = await addChat(t.world, subject, `${service.origin}${path}`)
  if (!made.ok) throw new Error(made.code)
  return made.id
}
const work = () => t.runJobs<{ id: string; monday: string }>(chatQueue, (week) => postWeek(t.world, week))
const state = async () => {
  const rows = await t.world.db.sql<{
    state: string
  }>`select state from private.chat_posts order by monday, address_id`
  return rows.map((row) => row.state)
}
const said = () => JSON.stringify(service.received.at(-1)?.body)

test("every Monday at eight each chat gets the board of the race with its prize, once", async () => {
  await add("/slack/one")
  await add("/discord/two")
  t.clock.set("2026-11-23T15:59:00Z")
  expect(await queueWeeks(t.world)).toBe(0)
  t.clock.set(monday)
  // By any number of processes, and again and again.
  const queued = await Promise.all([queueWeeks(t.world), queueWeeks(t.world), queueWeeks(t.world)])
  expect(queued.sort()).toEqual([0, 0, 2])
  expect(await work()).toBe(2)
  t.clock.advance(3_600_000)
  expect(await queueWeeks(t.world)).toBe(0)
  expect(await state()).toEqual(["sent", "sent"])
  expect(service.received.map(({ path }) => path).sort()).toEqual(["/discord/two", "/slack/one"])
  const slack = service.received.find(({ path }) => path === "/slack/one")?.body
  expect(slack.text).toMatch(/^.+, November 1 to November 30$/)
  const lines = slack.blocks[1].text.text.split("\n")
  expect(lines[0]).toMatch(/^1\. Ana \*Ash\*: \d+ points$/)
  expect(lines[1]).toMatch(/^2\. Ben Birch: \d+ points$/)
  expect(lines.slice(2)).toEqual([
    expect.stringMatching(/^1st place wins .+\.$/),
    "Ends November 30, Los Angeles time.",
  ])
  expect(slack.blocks[2].text.text).toContain("http://b4m.test/leaderboard/")
  t.clock.set("2026-11-30T16:03:00Z")
  expect(await queueWeeks(t.world)).toBe(2)
  t.clock.set("2027-01-15T16:00:00Z")
  await forgetPosts(t.world)
  expect(await state()).toEqual([])
})

test("nobody is named who is hidden, shown to members alone, erased, or whose source does not pass data on; places stay true", async () => {
  const { sql } = t.world.db
  await add("/discord/names")
  const post = async () => {
    await sql`update private.chat_addresses set tested_at = null`
    const [one] = await chatsOf(t.world.db, monthly)
    await testChat(t.world, monthly, one?.id ?? "")
    return said()
  }
  const secret = await addMember(t.world, "Cleo Cox", { days: ["2026-11-17", "2026-11-18", "2026-11-19"] })
  expect(await post()).toContain("Cleo Cox")
  for (const change of [
    () => sql`update athletes set visibility = 'hidden' where id = ${secret.id}`,
    () => sql`update athletes set visibility = 'members' where id = ${secret.id}`,
    () =>
      sql`update athletes set visibility = 'public', restricted_data = 'confirmed' where id = ${secret.id}`,
  ]) {
    await change()
    const message = await post()
    expect(message).not.toMatch(/Cleo|Cox/)
    expect(message).toContain("2. Ana")
  }
  // Even where an operator shows such data on the site.
  await sql`insert into private.settings (name, value) values ('strava_display', 'public')
    on conflict (name) do update set value = 'public'`
  expect(await post()).not.toContain("Cleo")
  await sql`delete from private.settings where name = 'strava_display'`
  await sql`update athletes set restricted_data = 'none' where id = ${secret.id}`
  await t.world.accounts.remove(t.world.db, secret.userId)
  await sql`delete from athletes where id = ${secret.id}`
  expect(await post()).not.toContain("Cleo")
})

test("only webhooks of known services are added, at most five; the address is encrypted and never shown or logged again", async () => {
  for (const wrong of ["https://evil.example/x", "http://169.254.169.254/latest", "", "discord"])
    expect(await addChat(t.world, monthly, wrong)).toEqual({ ok: false, code: "bad_address" })
  await add("/slack/secret-path-1234")
  await add("/slack/secret-path-1234")
  expect(await chatsOf(t.world.db, monthly)).toMatchObject([
    { service: "slack", lastFour: "1234", offAt: null },
  ])
  const [row] = await t.world.db.sql<{
    all: string
  }>`select to_jsonb(c)::text as all from private.chat_addresses c`
  expect(row?.all).not.toContain("secret-path")
  service.answer("/slack/secret-path-1234", (response) => response.writeHead(500).end())
  const [one] = await chatsOf(t.world.db, monthly)
  await testChat(t.world, monthly, one?.id ?? "")
  expect(JSON.stringify(t.log)).not.toContain("secret-path")
  for (let nr = 0; nr < 4; nr++) await add(`/slack/${nr}`)
  expect(await addChat(t.world, monthly, `${service.origin}/slack/5`)).toEqual({
    ok: false,
    code: "too_many",
  })
  expect(await chatsOf(t.world.db, monthly)).toHaveLength(5)
})

test.each([404, 410])(
  "after %i a chat is switched off, its operator is told, and it can be added again",
  async (status) => {
    service.answer("/discord/gone", (response) => response.writeHead(status).end())
    await add("/discord/gone")
    t.clock.set(monday)
    await queueWeeks(t.world)
    await work()
    const reason = `the service answered ${status}`
    expect(await chatsOf(t.world.db, monthly)).toMatchObject([{ problem: reason, offAt: new Date(monday) }])
    expect(await state()).toEqual(["failed"])
    expect(t.mails).toMatchObject([{ to: "operator@b4m.test", kind: "chat.off" }])
    expect(t.mails[0]?.text).toContain(reason)
    t.clock.set("2026-11-30T16:00:00Z")
    expect(await queueWeeks(t.world)).toBe(0)
    service.answer("/discord/gone", (response) => response.writeHead(204).end())
    await add("/discord/gone")
    expect(await chatsOf(t.world.db, monthly)).toMatchObject([{ problem: null, offAt: null }])
  },
)

test("429 waits as long as it is asked to; a service that is away for a day costs that week, three weeks end the chat", async () => {
  service.answer("/slack/busy", (response) => response.writeHead(429, { "retry-after": "1800" }).end())
  await add("/slack/busy")
  t.clock.set(monday)
  await queueWeeks(t.world)
  await work()
  expect(t.jobs).toMatchObject([{ queue: chatQueue, startAfter: new Date("2026-11-23T16:30:00Z") }])
  service.answer("/slack/busy", (response) => response.writeHead(200).end("ok"))
  t.clock.advance(1_800_000)
  await work()
  expect(await state()).toEqual(["sent"])

  service.answer("/slack/busy", (response) => response.writeHead(503).end())
  for (const [week, day] of ["2026-11-30", "2026-12-07", "2026-12-14"].entries()) {
    t.clock.set(`${day}T16:00:00Z`)
    await queueWeeks(t.world)
    let tries = 0
    for (; t.jobs.length > 0; tries++) {
      await work()
      t.clock.advance(3 * 3_600_000)
    }
    expect(tries).toBeLessThan(10)
    const [chat] = await chatsOf(t.world.db, monthly)
    expect(chat?.offAt === null).toBe(week < 2)
  }
  expect(t.mails).toHaveLength(1)
})

test("a week that a killed process was sending is not posted again, and the page says so", async () => {
  const id = await add("/discord/killed")
  t.clock.set(monday)
  await queueWeeks(t.world)
  await t.world.db.sql`update private.chat_posts set state = 'sending'`
  await work()
  expect(service.received).toEqual([])
  expect(await state()).toEqual(["unknown"])
  expect(await chatsOf(t.world.db, monthly)).toMatchObject([
    { id, problem: "we do not know whether the last board arrived", offAt: null },
  ])
})

test("a test is posted now, once a minute, and says what went wrong", async () => {
  const id = await add("/discord/test")
  expect(await testChat(t.world, monthly, id)).toEqual({ ok: true })
  expect(said()).toContain("Test\\\\: ")
  expect(await testChat(t.world, monthly, id)).toEqual({ ok: false, code: "too_soon" })
  t.clock.advance(60_000)
  service.answer("/discord/test", () => {})
  expect(await testChat(t.world, monthly, id)).toEqual({
    ok: false,
    code: "failed",
    reason: "no answer in time",
  })
  expect(await testChat(t.world, { series: "fortnightly" }, id)).toEqual({ ok: false, code: "unknown_chat" })
  expect(await endChat(t.world.db, { series: "fortnightly" }, id)).toBe(false)
  expect(await endChat(t.world.db, monthly, id)).toBe(true)
  expect(await testChat(t.world, monthly, id)).toEqual({ ok: false, code: "unknown_chat" })
  expect(Object.keys(chatProblems)).toEqual(expect.arrayContaining(["unknown_chat", "too_soon", "nothing"]))
})

test("a captain's chat gets the teams and the members who recorded, until somebody else is captain", async () => {
  const address = { season: "monthly-2026-12", name: "crews" }
  const race = sideRace({ name: "crews", title: "Crews", words: "Teams of friends.", entrants: "captains" })
  t.clock.set("2026-11-25T22:00:00Z")
  await addRace(t.world, { season: address.season, race })
  await foundTeam(t.world, { ...address, userId: ana.userId }, "Early *Crew*")
  const own = await ownTeam(t.world, { ...address, userId: ana.userId })
  const members = [ben]
  for (const name of ["Dan Dorn", "Eva Elm", "Fay Fox"]) members.push(await addMember(t.world, name))
  for (const { userId } of members)
    await joinTeam(t.world, { ...address, userId }, (own.ok && own.own.team?.code) || "")
  const [{ team }] = (await t.world.db.sql<{ team: number }>`select id as team from teams`) as [
    { team: number },
  ]
  const captain = { team, captain: ana.id }
  const id = await add("/slack/team", captain)
  expect(await testChat(t.world, captain, id)).toEqual({ ok: false, code: "nothing" })

  t.clock.set("2026-12-02T22:00:00Z")
  for (const { id: athlete } of [ana, ...members])
    await onActivity(
      t.world,
      athlete,
      sentRun({ startedAt: new Date("2026-12-02T18:00:00Z"), externalId: `december ${athlete}` }),
    )
  await t.world.db.sql`update athletes set visibility = 'members' where id = ${ben.id}`
  expect(await testChat(t.world, captain, id)).toEqual({ ok: true })
  const text = service.received.at(-1)?.body.blocks[1].text.text
  expect(text).toMatch(/^1\. Early \*Crew\* \(this team\): \d+ points\n/)
  expect(text).toMatch(/• Ana \*Ash\*: \d+ points/)
  expect(text).not.toContain("Ben")

  t.clock.set("2026-12-01T22:00:00Z")
  await leaveTeam(t.world, { ...address, userId: ana.userId })
  t.clock.set("2026-12-07T16:00:00Z")
  expect(await testChat(t.world, captain, id)).toEqual({ ok: false, code: "unknown_chat" })
  await queueWeeks(t.world)
  service.received.length = 0
  await work()
  expect(service.received).toEqual([])
  expect(await state()).toEqual(["left_out"])
  await t.world.db.sql`update athletes set visibility = 'public' where id = ${ben.id}`
})
