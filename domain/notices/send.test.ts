/** The evening mail: only on request, at most one per local day, and only with something to report. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { saveRanks } from "#domain/competition/boards/ranks-yesterday.ts"
import { noteHappenings } from "#domain/competition/happenings/note.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { tokenFor } from "#domain/opaque-token.ts"
import type { Db } from "#ports/db.ts"
import type { MailMessage } from "#ports/mail.ts"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { chooseNotices, endNotices, kindsOfLink, noticeSettingsOf } from "./choices.ts"
import { forgetNotices } from "./claim.ts"
import { sendNotices } from "./send.ts"

let t: TestWorld
const users = new Map<string, { userId: string; id: number }>()

/** 6 in the evening of November 20 in Los Angeles. */
const evening = "2026-11-21T02:00:00Z"

beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T12:00:00Z")
  for (const [name, minutes, timeZone] of [
    ["Ana", 60, "America/Los_Angeles"],
    ["Ben", 50, "America/Los_Angeles"],
    ["Eve", 40, "Europe/Berlin"],
  ] as const) {
    const id = await addAthlete(t.world, { name, email: `${name.toLowerCase()}@b4m.test`, timeZone })
    await onActivity(t.world, id, hiit(minutes))
    const userId = await accountOf(t.world, id)
    users.set(name, { id, userId })
  }
  await t.world.db.sql`update boards set ranks_on = null`
  await saveRanks(t.world.db, "2026-11-20")
  await noteHappenings(t.world)
})
afterAll(() => t.close())

const hiit = (minutes: number) =>
  sentRun({ kind: "hiit", distanceM: 0, movingS: minutes * 60, elapsedS: minutes * 60 })
const person = (name: string) => users.get(name) as { userId: string; id: number }
const all = { choices: { passed: "mail", season: "mail", prize: "mail" } } as const
const mails = () => t.mails.filter(({ kind }) => kind.startsWith("notice."))

test("Nobody is mailed before opting in, and only members can opt in", async () => {
  t.clock.set(evening)
  await onActivity(t.world, person("Ben").id, { ...hiit(45), startedAt: new Date("2026-11-19T15:00:00Z") })
  expect(await sendNotices(t.world)).toBe(0)
  expect(await noticeSettingsOf(t.world.db, person("Ana").userId)).toEqual({
    ok: true,
    settings: {
      choices: {
        week: "off",
        prize: "mail",
        reminder: "mail",
        season: "off",
        team: "off",
        passed: "off",
        event: "mail",
      },
      week: { day: 7, hour: 18 },
    },
  })
  const stranger = "00000000-0000-4000-8000-000000000000"
  expect(await chooseNotices(t.world, stranger, all)).toEqual({ ok: false, code: "not_joined" })
})

test("Being passed sends one mail that evening, however many processes run, without the other athlete's name", async () => {
  expect(await chooseNotices(t.world, person("Ana").userId, all)).toEqual({ ok: true })
  await chooseNotices(t.world, person("Ben").userId, all)
  t.clock.set("2026-11-21T01:59:59Z")
  expect(await sendNotices(t.world)).toBe(0)
  t.clock.set(evening)
  const sent = await Promise.all([sendNotices(t.world), sendNotices(t.world)])
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(1)
  expect(await sendNotices(t.world)).toBe(0)
  const [mail, ...others] = mails()
  expect(others).toEqual([])
  expect(mail?.to).toBe("ana@b4m.test")
  expect(mail?.text).toContain(
    "One athlete passed you today: you started the day in 1st place and are now in 2nd",
  )
  expect(mail?.text).not.toContain("Ben")
  expect(mail?.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click")
})

test("The day is the member's own; after 9 in the evening it is too late", async () => {
  await chooseNotices(t.world, person("Eve").userId, all)
  await t.world.db.sql`
    update seasons set closes_at = ${"2026-11-21T22:00:00Z"}
    where series = 'fortnightly' and opens_at < ${"2026-11-20T12:00:00Z"} and closed_at is null
  `
  for (const [at, count] of [
    // 21:00 and 18:00 in Berlin.
    ["2026-11-21T20:00:00Z", 0],
    ["2026-11-21T17:00:00Z", 1],
    ["2026-11-21T18:30:00Z", 0],
  ] as const) {
    t.clock.set(at)
    expect(await sendNotices(t.world), at).toBe(count)
  }
  expect(mails().at(-1)?.text).toContain("The two-week race ends within a day, and you are in 3rd place.")
})

test("The link in the mail ends its kinds, even for a run in progress, and no other; counters are deleted", async () => {
  const token = tokenFor(t.world, "manage-notices", String(person("Ana").id))
  const [mail] = mails()
  expect(mail?.headers?.["List-Unsubscribe"]).toBe(`<http://b4m.test/unsubscribe/notices/passed/${token}>`)
  expect(mail?.headers?.["List-Id"]).toBe("Places lost <passed.notices.b4m.test>")
  const stranger = { kinds: "passed", token: "0".repeat(40) }
  expect([await endNotices(t.world, stranger), await kindsOfLink(t.world.db, stranger)]).toEqual([null, null])
  expect(await endNotices(t.world, { kinds: "auth.receipt", token })).toBe(null)
  expect(await kindsOfLink(t.world.db, { kinds: "passed", token })).toEqual(["passed"])
  expect(await endNotices(t.world, { kinds: "passed", token })).toEqual(["passed"])
  const left = await noticeSettingsOf(t.world.db, person("Ana").userId)
  expect(left.ok && left.settings.choices).toMatchObject({ passed: "off", season: "mail", prize: "mail" })
  expect(await endNotices(t.world, { kinds: "season.event", token })).toEqual(["season", "event"])
  const after = await noticeSettingsOf(t.world.db, person("Ana").userId)
  expect(after.ok && after.settings.choices).toMatchObject({ season: "off", event: "mail" })
  t.clock.set("2026-11-22T02:00:00Z")
  expect(await sendNotices(t.world)).toBe(0)
  await forgetNotices(t.world.db, new Date("2026-11-24T12:00:00Z"))
  const kept = await t.world.db.sql`select local_on::text as on from private.notices`
  expect(kept).toEqual([{ on: "2026-11-21" }])
})

test("Each notice works on its own, to the hour: a season's last day, and the days left to claim a prize", async () => {
  const { sql } = t.world.db
  const [at, dayMs] = [Date.parse("2026-11-23T02:00:00Z"), 86_400_000]
  const { id, userId } = person("Ana")
  await sql`update boards set ranks_on = null`
  await saveRanks(t.world.db, "2026-11-22")
  await onActivity(t.world, person("Eve").id, { ...hiit(60), startedAt: new Date("2026-11-19T15:00:00Z") })
  await sql`delete from private.notice_choices`
  const [season] = await sql<{ id: number }>`
    select id from seasons where series = 'fortnightly' and opens_at < ${"2026-11-20T12:00:00Z"} and closed_at is null`
  const told = async (
    choices: Parameters<typeof chooseNotices>[2]["choices"],
    { closesInMs = dayMs, claimInMs = 2 * dayMs }: { closesInMs?: number; claimInMs?: number } = {},
  ) => {
    await sql`
      update seasons set closes_at = ${new Date(at + closesInMs)}, grace_ends_at = ${new Date(at + 3 * dayMs)}
      where id = ${season?.id ?? 0}`
    await sql`delete from prizes`
    await sql`
      insert into prizes (season_id, place, title, athlete_id, status, shipping_cents, awarded_at, claim_until)
      values (${season?.id ?? 0}, 1, 'A belt', ${id}, 'awarded', 0, ${new Date(at)}, ${new Date(at + claimInMs)})`
    await sql`delete from private.notices`
    await chooseNotices(t.world, userId, {
      choices: { passed: "off", season: "off", prize: "off", ...choices },
    })
    t.clock.set(new Date(at).toISOString())
    t.mails.length = 0
    // Without a key: a day's mail is not queued again, whatever its contents.
    const mail = { ...t.world.mail, queue: (db: Db, message: MailMessage) => t.world.mail.queue(db, message) }
    await sendNotices({ ...t.world, mail })
    const text = (mails()[0]?.text ?? "").replace(/\s+/g, " ")
    const kinds = { passed: "passed you", ending: "two-week race ends within a day", prize: "A belt" }
    return Object.entries(kinds).flatMap(([kind, words]) => (text.includes(words) ? [kind] : []))
  }
  expect(await told(all.choices)).toEqual(["passed", "ending", "prize"])
  expect(await told({ passed: "mail" })).toEqual(["passed"])
  expect(await told({ season: "mail" })).toEqual(["ending"])
  expect(await told({ prize: "mail" })).toEqual(["prize"])
  expect(await told({ season: "mail" }, { closesInMs: dayMs + 1 })).toEqual([])
  expect(await told({ season: "mail" }, { closesInMs: 0 })).toEqual([])
  // Two whole days are left; nothing is reported for one day or three.
  expect(await told({ prize: "mail" }, { claimInMs: 2 * dayMs - 1 })).toEqual([])
  expect(await told({ prize: "mail" }, { claimInMs: 3 * dayMs - 1 })).toEqual(["prize"])
  expect(await told({ prize: "mail" }, { claimInMs: 3 * dayMs })).toEqual([])
})
