/** What a sponsor sees behind a link: when it works, what it says of people, and the one email to those who asked for it. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createIssue, editIssue } from "#domain/leads/newsletter/issue.ts"
import { sendIssue } from "#domain/leads/newsletter/send.ts"
import { chooseSponsorMails, getsSponsorMails } from "#domain/leads/preferences.ts"
import { suppress } from "#domain/leads/suppress.ts"
import { unsubscribe } from "#domain/leads/unsubscribe.ts"
import {
  scheduleFromConsole,
  testIssue,
  writeIssue,
  writeSponsorIssue,
} from "#domain/operator/newsletters/newsletter-commands.ts"
import type { Operator } from "#domain/operator/roles.ts"
import type { MailMessage, MailTransport } from "#ports/mail.ts"
import { addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { seasonNamed } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { close } from "../seasons/close.ts"
import { readSponsorPage } from "./sponsor-page.ts"
import { addSponsor, endSponsorLink, makeSponsorLink, readSponsors, setSponsor } from "./sponsors.ts"

let t: TestWorld
let owner: Operator
let sponsor: number
const season = "fortnightly-2026-11-09"
const nobody = { ip: null, userAgent: null }

beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  owner = await addOperatorSession(t.world, "owner")
})
afterAll(() => t.close())
beforeEach(async () => {
  const { sql } = t.world.db
  await sql`truncate private.sponsors, newsletter_issues, subscribers, season_results cascade`
  await sql`delete from athletes`
  await sql`update seasons set closed_at = null, settled_at = null, finish_days = 3`
  const made = await addSponsor(t.world, "Northline")
  sponsor = made.ok ? made.id : 0
})

async function link(): Promise<string> {
  await makeSponsorLink(t.world, sponsor)
  const [one] = await readSponsors(t.world)
  return one?.link?.path.replace("/sponsors/", "") ?? ""
}

/** Closes the season with these athletes, each with so many active days, some of which a service does not let us show. */
async function closeWith(athletes: readonly { days: number; hidden?: number; demo?: boolean }[]) {
  const { sql } = t.world.db
  const { id } = await seasonNamed(t.world.db, season)
  for (const [index, { days, hidden = 0, demo = false }] of athletes.entries()) {
    const athlete = await addAthlete(t.world, { email: `${crypto.randomUUID()}@b4m.test` })
    await sql`update athletes set demo = ${demo} where id = ${athlete}`
    await sql`
      insert into standings (board_id, athlete_id, points, active_days, restricted_days, reached_at, place_key)
      select b.id, ${athlete}, ${100 - index}, ${days}, ${hidden}, ${t.world.now()}, ${1000 - index}
      from boards b where b.season_id = ${id}`
  }
  expect(await close(t.world, season, { early: true })).toMatchObject({ ok: true })
}
type Trained = Parameters<typeof closeWith>[0][number]
const times = (n: number, one: Trained): Trained[] => Array(n).fill(one)
const race = async (secret: string) => (await readSponsorPage(t.world, secret))?.races[0]

test("A link works until it is renewed, ended or a year old, and nothing but the link opens the page", async () => {
  const first = await link()
  expect(await readSponsorPage(t.world, first)).toMatchObject({ name: "Northline", races: [] })
  expect(await readSponsorPage(t.world, "0".repeat(40))).toBeNull()
  t.clock.advance(1)
  const second = await link()
  expect(second).not.toBe(first)
  expect(await readSponsorPage(t.world, first)).toBeNull()
  expect(await readSponsorPage(t.world, second)).not.toBeNull()
  const [kept] = await t.world.db.sql<{
    all: string
  }>`select row_to_json(s)::text as all from private.sponsors s`
  expect(kept?.all).not.toContain(second)
  const inAYear = { ...t.world, now: () => new Date(t.world.now().getTime() + 365 * 86_400_000) }
  expect(await readSponsorPage(inAYear, second)).toBeNull()
  expect((await readSponsors(inAYear))[0]?.link).toBeNull()
  expect(await endSponsorLink(t.world, sponsor)).toEqual({ ok: true })
  expect(await readSponsorPage(t.world, second)).toBeNull()
  expect(await endSponsorLink(t.world, sponsor)).toEqual({ ok: false, code: "no_link" })
})

test("A race shows its period and prizes; its report is counted when it closes, and never again", async () => {
  const secret = await link()
  await setSponsor(t.world, { season, sponsor })
  expect(await race(secret)).toMatchObject({
    season,
    from: "2026-11-09",
    to: "2026-11-22",
    status: "open",
    report: null,
    mail: null,
  })
  expect((await race(secret))?.prizes.length).toBeGreaterThan(0)
  await closeWith([...times(6, { days: 3 }), ...times(5, { days: 1 })])
  const report = { athletes: 11, finishers: 6, newcomers: 11, activeDays: 23 }
  expect((await race(secret))?.report).toMatchObject(report)
  await t.world.db.sql`delete from athletes`
  expect((await race(secret))?.report).toMatchObject(report)
})

test("Samples and days that a service does not let us show are in no number of a report", async () => {
  const secret = await link()
  await setSponsor(t.world, { season, sponsor })
  await closeWith([
    ...times(6, { days: 3 }),
    ...times(5, { days: 3, hidden: 2 }),
    ...times(7, { days: 3, hidden: 3 }),
    ...times(8, { days: 3, demo: true }),
  ])
  expect((await race(secret))?.report).toMatchObject({ athletes: 11, finishers: 6, activeDays: 23 })
})

test.each([
  [
    "four athletes",
    times(4, { days: 3 }),
    { athletes: null, finishers: null, newcomers: null, activeDays: null },
  ],
  ["four finishers", [...times(4, { days: 3 }), ...times(9, { days: 1 })], { athletes: 13, finishers: null }],
  ["all but one are finishers", [...times(9, { days: 3 }), { days: 1 }], { athletes: 10, finishers: null }],
  ["everybody is a finisher", times(5, { days: 3 }), { athletes: 5, finishers: 5 }],
])("A report shows no group in which somebody could be recognized: %s", async (_what, athletes, report) => {
  const secret = await link()
  await setSponsor(t.world, { season, sponsor })
  await closeWith(athletes)
  expect((await race(secret))?.report).toMatchObject(report)
})

test("A season that has closed gets its report when its sponsor is set", async () => {
  const secret = await link()
  await closeWith(times(5, { days: 3 }))
  expect(await race(secret)).toBeUndefined()
  await setSponsor(t.world, { season, sponsor })
  expect((await race(secret))?.report).toMatchObject({ athletes: 5 })
})

/** A member with a confirmed address. */
async function member(email: string): Promise<string> {
  await addAthlete(t.world, { email })
  const [user] = await t.world.db.sql<{ id: string }>`
    update auth.users set email_confirmed_at = now() where email = ${email} returning id`
  return user?.id ?? ""
}

test("One email about a race goes to the members who asked for it, once, and has a link that ends it", async () => {
  const { world } = t
  const secret = await link()
  await setSponsor(world, { season, sponsor })
  const members = ["ada", "ben", "cleo", "dora", "eli", "finn"].map((name) => `${name}@example.com`)
  for (const email of members)
    await chooseSponsorMails(world, { userId: await member(email), on: email !== "finn@example.com" }, nobody)
  await chooseSponsorMails(world, { userId: await member("gone@example.com"), on: true }, nobody)
  await chooseSponsorMails(world, { userId: (await one("gone@example.com")) ?? "", on: false }, nobody)
  expect(await getsSponsorMails(world.db, "gone@example.com")).toBe(false)
  const [proof] = await world.db.sql<{ text: string; source: string }>`
    select consent_text as text, source from consent_log where event = 'confirmed' limit 1`
  expect(proof).toMatchObject({
    source: "settings",
    text: expect.stringContaining("no sponsor gets your address"),
  })

  const made = await writeSponsorIssue(world, owner, season)
  const id = "id" in made ? made.id : 0
  expect(await writeSponsorIssue(world, owner, season)).toMatchObject({ code: "written_before" })
  expect(await scheduleFromConsole(world, owner, id, world.now())).toMatchObject({ code: "untested" })
  await testIssue(world, owner, id, "owner@example.com")
  expect(await scheduleFromConsole(world, owner, id, world.now())).toMatchObject({ ok: true, readers: 5 })
  const mails: MailMessage[] = []
  const newsletters: MailTransport = {
    repeatable: false,
    async deliver({ message }) {
      mails.push(message)
      return { ok: true, answer: "250 OK" }
    },
  }
  const sending = { ...world, transports: { ...world.transports, newsletters } }
  await sendIssue(sending, { issue: id })
  await sendIssue(sending, { issue: id })
  expect(mails.map(({ to }) => to).sort()).toEqual(members.slice(0, 5))
  expect(mails[0]?.text).toContain("Northline does not have your address")
  expect((await race(secret))?.mail).toMatchObject({ readers: 5 })
  expect(await setSponsor(world, { season, sponsor: null })).toEqual({ ok: false, code: "mailed" })

  const away = /\/unsubscribe\/sponsors\/(\w+)/.exec(mails[0]?.headers?.["List-Unsubscribe"] ?? "")?.[1] ?? ""
  await unsubscribe(world, { token: away, list: "sponsors", source: "one-click", sender: nobody })
  expect(await getsSponsorMails(world.db, mails[0]?.to ?? "")).toBe(false)
})

const one = async (email: string) =>
  (await t.world.db.sql<{ id: string }>`select id from auth.users where email = ${email}`)[0]?.id

test("An address that was not confirmed, or that bounced before, gets no emails about sponsors", async () => {
  const { world } = t
  const userId = await member("late@example.com")
  await world.db.sql`update auth.users set email_confirmed_at = null where id = ${userId}`
  expect(await chooseSponsorMails(world, { userId, on: true }, nobody)).toEqual({
    ok: false,
    code: "unconfirmed",
  })
  await world.db.sql`update auth.users set email_confirmed_at = now() where id = ${userId}`
  await suppress(world, { email: "late@example.com", reason: "bounce" })
  expect(await chooseSponsorMails(world, { userId, on: true }, nobody)).toMatchObject({ code: "suppressed" })
  expect(await getsSponsorMails(world.db, "late@example.com")).toBe(false)
})

test("Nothing else goes to the members who asked about sponsors, and the email about one to nobody else", async () => {
  const text = {
    list: "sponsors",
    subject: "Buy",
    preview: "",
    markdown: "Buy.",
    html: "<p>Buy.</p>",
    places: null,
  }
  expect(await createIssue(t.world, text)).toEqual({ ok: false, code: "only_for_sponsors" })
  expect(await writeIssue(t.world, owner, null, text)).toMatchObject({ code: "only_for_sponsors" })
  await setSponsor(t.world, { season, sponsor })
  const made = await writeSponsorIssue(t.world, owner, season)
  const id = "id" in made ? made.id : 0
  expect(await editIssue(t.world, id, { ...text, list: "newsletter" })).toEqual({
    ok: false,
    code: "only_for_sponsors",
  })
  const [plain] = [await createIssue(t.world, { ...text, list: "newsletter" })]
  expect(await editIssue(t.world, plain?.ok ? plain.id : 0, text)).toEqual({
    ok: false,
    code: "only_for_sponsors",
  })
})
