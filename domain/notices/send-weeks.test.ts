/** The week's mail: when it comes, what it takes with it, and when it stays away. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { block } from "#domain/community/block.ts"
import { cheer } from "#domain/community/cheer.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { addMember, type CommunityMember } from "#test/support/community.ts"
import { createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { chooseNotices } from "./choices.ts"
import { sendNotices } from "./send.ts"
import { sendWeeks } from "./send-weeks.ts"

let t: TestWorld
let ana: CommunityMember
let others: CommunityMember[]

/** 6 on Sunday evening in Los Angeles, with the minute at which Ana's week is due. */
const sunday = (on: string, minute = 0) => `${on}T02:${String(minute).padStart(2, "0")}:00Z`
const dueMinute = () => ana.id % 60

beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-18T20:00:00Z")
  ana = await addMember(t.world, "Ana Ash", { days: [] })
  others = [
    await addMember(t.world, "Ben Birch", { days: [] }),
    await addMember(t.world, "Cleo Cedar", { visibility: "members", days: [] }),
    await addMember(t.world, "Dan Dogwood", { days: [] }),
    await addMember(t.world, "Eve Elm", { days: [] }),
  ]
  for (const [n, member] of [ana, ...others].entries()) await train(member, "2026-11-18", 60 - n)
  for (const giver of others)
    expect(await cheer(t.world, giver.userId, { athlete: ana.slug, on: "2026-11-18", phrase: null })).toEqual(
      { ok: true },
    )
  await block(t.world, ana.userId, others[2]?.slug ?? "")
  await t.world.db.sql`update athletes set visibility = 'hidden' where id = ${others[3]?.id ?? 0}`
})
afterAll(() => t.close())
beforeEach(async () => {
  t.mails.length = 0
  await t.world.db.sql`delete from private.notices`
  await t.world.db.sql`delete from private.notice_settings`
  await t.world.db.sql`delete from private.notice_choices`
  // Without a key, so that the same day can be tried again.
  const { mail } = t.world
  t.world.mail = { ...mail, queue: (db, message) => mail.queue(db, message) }
})

function train(member: CommunityMember, on: string, minutes: number) {
  t.clock.set(`${on}T22:00:00Z`)
  return onActivity(
    t.world,
    member.id,
    sentRun({
      kind: "hiit",
      distanceM: 0,
      movingS: minutes * 60,
      elapsedS: minutes * 60,
      startedAt: new Date(`${on}T15:00:00Z`),
      externalId: `${member.id} ${on}`,
    }),
  )
}
const wants = (choices: Parameters<typeof chooseNotices>[2]["choices"] = {}, week = { day: 7, hour: 18 }) =>
  chooseNotices(t.world, ana.userId, { choices: { week: "mail", ...choices }, week })
async function at(instant: string) {
  t.clock.set(instant)
  const sent = await sendWeeks(t.world)
  const mails = t.mails.splice(0)
  expect(mails).toHaveLength(sent)
  return mails
}

test("it comes to those who asked for it, on Sunday from 6 in the evening, spread over an hour, and once", async () => {
  expect(await at(sunday("2026-11-23", 59))).toEqual([])
  await wants()
  expect(await at(sunday("2026-11-22", 59))).toEqual([])
  if (dueMinute() > 0) expect(await at(sunday("2026-11-23", dueMinute() - 1))).toEqual([])
  t.clock.set(sunday("2026-11-23", dueMinute()))
  const sent = await Promise.all([sendWeeks(t.world), sendWeeks(t.world), sendWeeks(t.world)])
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(1)
  const [mail] = t.mails.splice(0)
  expect(mail).toMatchObject({
    to: ana.email,
    kind: "notice.week",
    subject: expect.stringMatching(/^Your week: 1 active day, /),
    headers: {
      "List-Id": "Your week <week.notices.b4m.test>",
      "List-Unsubscribe": expect.stringMatching(
        /^<http:\/\/b4m\.test\/unsubscribe\/notices\/week\/[0-9a-f]{40}>$/,
      ),
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  })
  expect(await at(sunday("2026-11-23", 59))).toEqual([])
})

test("givers of cheers are named if visitors may see them, counted if the member may, and else left out", async () => {
  await wants()
  const [mail] = await at(sunday("2026-11-23", 59))
  const text = mail?.text.replace(/\s+/g, " ") ?? ""
  expect(text).toContain("Cheers: From Ben Birch and 1 more")
  for (const name of ["Cleo", "Dan", "Eve"]) expect(`${text} ${mail?.html}`).not.toContain(name)
})

test("its day and hour can be moved; in the morning it tells the week that ended the day before", async () => {
  await wants({}, { day: 1, hour: 7 })
  // Monday, 7 in the morning in Los Angeles.
  expect(await at("2026-11-23T15:59:00Z")).toMatchObject([
    { text: expect.stringContaining("You trained on 1 day last week") },
  ])
  await wants({}, { day: 1, hour: 20 })
  await t.world.db.sql`delete from private.notices`
  // Not in quiet hours, however late the run.
  expect(await at("2026-11-24T05:00:00Z")).toEqual([])
  expect(await at("2026-11-24T04:59:30Z")).toHaveLength(1)
})

test("it is the notice of its day: the evening's waits for it, and what there is to tell comes with it", async () => {
  await wants({ season: "mail", passed: "mail" })
  await t.world.db
    .sql`update seasons set closes_at = '2026-11-23T08:00:00Z' where slug = 'fortnightly-2026-11-09'`
  t.clock.set(sunday("2026-11-23"))
  expect(await sendNotices(t.world)).toBe(0)
  const [mail] = await at(sunday("2026-11-23", dueMinute()))
  expect(mail?.text.replace(/\s+/g, " ")).toContain(
    "The two-week race ends within a day, and you are in 1st place.",
  )
  t.clock.set("2026-11-23T04:00:00Z")
  expect(await sendNotices(t.world)).toBe(0)
  expect(t.mails).toEqual([])
})

test("the next week tells how places moved", async () => {
  await wants()
  const monthly = async (on: string) => {
    const [mail] = await at(sunday(on, 59))
    return mail?.text.match(/Monthly race: (.*)/)?.[1]
  }
  expect(await monthly("2026-11-23")).toBe("1st of 5")
  const [ben] = others
  if (!ben) throw new Error("nobody")
  await train(ben, "2026-11-25", 60)
  expect(await monthly("2026-11-30")).toBe("2nd of 5, down 1 since last week")
})

test("after two quiet weeks it is left out, after three it asks once, and then stays away until the next training", async () => {
  await wants()
  const subjects = async (on: string) => (await at(sunday(on, 59))).map(({ subject }) => subject)
  expect(await subjects("2026-11-30")).toEqual(["Your week, and what comes next"])
  expect(await subjects("2026-12-07")).toEqual([])
  expect(await subjects("2026-12-14")).toEqual(["Still there?"])
  for (const on of ["2026-12-21", "2027-01-04"]) expect(await subjects(on)).toEqual([])
  await train(ana, "2027-01-08", 45)
  expect(await subjects("2027-01-11")).toEqual([expect.stringMatching(/^Your week: 1 active day/)])
  expect(await subjects("2027-02-01")).toEqual(["Still there?"])
  expect(await subjects("2027-02-08")).toEqual([])
})
