import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createBoards } from "#domain/competition/boards/board.ts"
import { joinAsMember } from "#domain/events/join.ts"
import { occurrenceOn } from "#domain/events/occurrence.ts"
import { changeMember } from "#domain/members/member.ts"
import type { Account } from "#ports/accounts.ts"
import { addMember, type CommunityMember } from "#test/support/community.ts"
import { createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { athletePage } from "./athlete-page.ts"
import { block } from "./block.ts"
import { comingTo, here } from "./here.ts"
import { changeOwnPage, type OwnPage, ownPageFields, ownPageOf } from "./own-page.ts"
import { reportAthlete } from "./report.ts"
import { thisWeek } from "./this-week.ts"

const today = "2026-11-20"
const session = { event: "saturday-long-run", on: "2026-11-21" }
const said: OwnPage = {
  words: "Slow, but every day.",
  sports: ["run", "strength"],
  region: "Costa Mesa, California",
  showsCalendar: true,
  showsMilestones: true,
  showsTrained: true,
  showsComing: true,
  takesComments: true,
}
let t: TestWorld
let ada: CommunityMember
let mia: CommunityMember
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`truncate private.athlete_pages`
  ;[ada, mia] = [
    await addMember(t.world, "Ada", { days: ["2026-11-18", today] }),
    await addMember(t.world, "Mia", { days: [today] }),
  ]
})

const page = (viewer: CommunityMember | null, of = ada) =>
  athletePage(t.world, { athlete: of.slug, viewer: viewer?.userId ?? null })
const trained = async (viewer: CommunityMember) =>
  (await here(t.world, viewer.userId, { session: null, athletes: [] }))?.trained.map(({ name }) => name)
const coming = async (viewer: CommunityMember) =>
  (await comingTo(t.world, viewer.userId, session)).map(({ name }) => name)

async function takeSpot({ userId, email, name }: CommunityMember) {
  const event = t.world.published.words.list("events").find(({ slug }) => slug === session.event)
  const occurrence = event && occurrenceOn(event, session.on)
  if (!occurrence) throw new Error("No such session")
  await joinAsMember(t.world, occurrence, { id: userId, email, fullName: name } as Account)
}

test("A page shows what its athlete says and shows, and nothing until then", async () => {
  const empty = { words: null, sports: [], region: null, teams: [], milestones: [], calendar: null }
  expect(await page(null)).toEqual(empty)
  expect(await changeOwnPage(t.world, ada.userId, said)).toEqual({ ok: true })
  expect(await ownPageOf(t.world.db, ada.userId)).toEqual(said)
  const shown = await page(null)
  expect(shown).toMatchObject({
    words: "Slow, but every day.",
    sports: ["run", "strength"],
    region: "Costa Mesa, California",
    calendar: { from: "2025-11-17", today },
  })
  expect(shown?.calendar?.days.map(({ on }) => on)).toEqual(["2026-11-18", today])
  expect(shown?.milestones.length).toBeGreaterThan(0)
  const idle = await addMember(t.world, "Idle", { days: ["2024-01-05"] })
  await changeOwnPage(t.world, idle.userId, said)
  expect((await page(null, idle))?.calendar).toBeNull()
  await changeOwnPage(t.world, ada.userId, { ...said, showsCalendar: false, showsMilestones: false })
  expect(await page(null)).toMatchObject({ milestones: [], calendar: null })
})

test("A page follows the name: members only, hidden, and apart; restricted training is in no list of it", async () => {
  await changeOwnPage(t.world, ada.userId, said)
  await t.world.db.sql`update athletes set restricted_data = 'confirmed' where id = ${ada.id}`
  expect(await page(null)).toBeUndefined()
  expect(await page(mia)).toMatchObject({ words: said.words, calendar: null, milestones: [] })
  await t.world.db.sql`update athletes set restricted_data = 'none' where id = ${ada.id}`
  await changeMember(t.world, ada.userId, { visibility: "members" })
  expect([await page(null), (await page(mia))?.words]).toEqual([undefined, said.words])
  await block(t.world, mia.userId, ada.slug)
  expect([await page(mia), (await page(ada))?.words]).toEqual([undefined, said.words])
})

test.each([
  ["words", "x".repeat(161)],
  ["words", "see example.com"],
  ["region", "92627"],
  ["region", "Elm Street, Springfield"],
  ["region", "12 Rue X"],
  ["region", "Hauptstraße, Berlin"],
  ["region", "a, b, c, d"],
])("%s cannot be %s", (field, text) => {
  expect(ownPageFields.safeParse({ words: "", region: "", [field]: text }).success).toBe(false)
})

test.each(["Newport Beach, California", "St. Gallen", "Île-de-France", "日本", "Sacramento Valley"])(
  "%s is a home region",
  (region) =>
    expect(ownPageFields.parse({ words: " a\u202eb\n c ", region })).toEqual({ words: "ab c", region }),
)

test("Who trained today is a list of those who show it, to members whom they may see, and of today alone", async () => {
  expect(await trained(mia)).toEqual([])
  await changeOwnPage(t.world, ada.userId, said)
  const seen = await here(t.world, mia.userId, { session: null, athletes: [] })
  expect(seen?.trained).toEqual([{ athlete: ada.slug, name: "Ada", photo: null, figure: expect.any(String) }])
  expect(await here(t.world, crypto.randomUUID(), { session: null, athletes: [] })).toBeNull()
  const resting = await addMember(t.world, "Resting", { days: ["2026-11-18"] })
  await changeOwnPage(t.world, resting.userId, said)
  expect(await trained(mia)).toEqual(["Ada"])
  await changeMember(t.world, ada.userId, { visibility: "hidden" })
  expect(await trained(mia)).toEqual([])
  await changeMember(t.world, ada.userId, { visibility: "public" })
  await block(t.world, ada.userId, mia.slug)
  expect([await trained(mia), await trained(resting)]).toEqual([[], ["Ada"]])
})

test("Who comes is a list of those with a spot who show it", async () => {
  const vera = await addMember(t.world, "Vera")
  await takeSpot(ada)
  await takeSpot(vera)
  expect(await coming(mia)).toEqual([])
  await changeOwnPage(t.world, ada.userId, said)
  await changeOwnPage(t.world, vera.userId, { ...said, showsComing: false })
  expect(await coming(mia)).toEqual(["Ada"])
  expect(await coming({ ...mia, userId: crypto.randomUUID() })).toEqual([])
  await block(t.world, mia.userId, ada.slug)
  expect(await coming(mia)).toEqual([])
})

test("The week greets new members who show their name to everybody, and has what runs", async () => {
  const boards = createBoards(t.world)
  await boards.open()
  const read = () => thisWeek(t.world, boards)
  const before = await read()
  const [early, inner] = [
    await addMember(t.world, "Early"),
    await addMember(t.world, "Inner", { visibility: "members" }),
  ]
  await t.world.db.sql`update athletes set joined_at = ${t.world.now()} where id in (${ada.id}, ${inner.id})`
  await t.world.db.sql`update athletes set joined_at = '2026-11-01' where id = ${early.id}`
  const week = await read()
  expect(week.members).toBe(before.members + 2)
  expect(week.newest[0]).toMatchObject({ athlete: ada.slug, name: "Ada" })
  expect(week.newest.map(({ name }) => name)).not.toContain("Inner")
  expect(week.newest.map(({ name }) => name)).not.toContain("Early")
  expect(week.session?.occurrence).toMatchObject({ on: session.on, event: { slug: session.event } })
  expect(week.session?.going).toBeGreaterThan(0)
  expect(week.cheers).toBeNull()
  await t.world.db.sql`
    insert into private.cheers (giver_id, receiver_id, local_on, at)
    select ${mia.id}, ${ada.id}, day::date, ${t.world.now()} from unnest(array['2026-11-16', '2026-11-17', '2026-11-18']) day`
  expect((await read()).cheers).toBe(3)
  // Whoever is apart from somebody new hears of it from the part that is for members.
  await block(t.world, mia.userId, ada.slug)
  const asked = { session: null, athletes: [ada.slug, early.slug] }
  expect((await here(t.world, mia.userId, asked))?.unseen).toEqual([ada.slug])
  boards.close()
})

test("What somebody says about themselves is reported with their name, and again once it changes", async () => {
  const report = () =>
    reportAthlete(t.world, mia.userId, {
      slug: ada.slug,
      about: "athlete",
      reason: "insult",
      note: "",
      ip: null,
    })
  await report()
  await t.world.db.sql`
    with decided as (
      insert into private.moderation_decisions (subject_kind, subject_id, fingerprint, athlete_id, action, automatic, rule, statement, at)
      select subject_kind, subject_id, fingerprint, athlete_id, 'keep', false, reason, 'Fine.', now() from private.reports
      where athlete_id = ${ada.id} returning id
    )
    update private.reports set decision_id = decided.id from decided where athlete_id = ${ada.id}`
  expect(await report()).toEqual({ ok: true, state: "settled" })
  await changeOwnPage(t.world, ada.userId, { ...said, words: "You are all fools." })
  expect(await report()).toEqual({ ok: true, state: "received" })
})
