/** What a sponsor sees behind a link: when it works, what it says of people, and the one email to those who asked for it. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { ownDates } from "#content/races.ts"
import { createIssue, editIssue } from "#domain/leads/newsletter/issue.ts"
import { sendIssue } from "#domain/leads/newsletter/send.ts"
import {
  chooseSponsorMail,
  endSponsorList,
  preferencesOf,
  setPreferences,
  sponsorMails,
} from "#domain/leads/preferences.ts"
import { suppress } from "#domain/leads/suppress.ts"
import { unsubscribe } from "#domain/leads/unsubscribe.ts"
import { tokenFor } from "#domain/opaque-token.ts"
import {
  scheduleFromConsole,
  testIssue,
  writeIssue,
  writeSponsorIssue,
} from "#domain/operator/newsletters/newsletter-commands.ts"
import type { Operator } from "#domain/operator/roles.ts"
import type { MailMessage, MailTransport } from "#ports/mail.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { seasonNamed } from "#test/support/seasons.ts"
import { sideRace } from "#test/support/side-race.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "../pipeline.ts"
import { addRace } from "../races/change.ts"
import { close } from "../seasons/close.ts"
import { settleRacesOfDates } from "../seasons/settle-dates.ts"
import { type Sponsored, sponsorshipOf } from "../seasons/sponsorship.ts"
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
  await sql`delete from races where title = 'Hills'`
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
async function closeWith(
  athletes: readonly { days: number; hidden?: number; demo?: boolean }[],
  before: (ids: readonly number[]) => Promise<void> = async () => {},
): Promise<number[]> {
  const ids: number[] = []
  const { sql } = t.world.db
  const { id } = await seasonNamed(t.world.db, season)
  for (const [index, { days, hidden = 0, demo = false }] of athletes.entries()) {
    const athlete = await addAthlete(t.world, { email: `${crypto.randomUUID()}@b4m.test` })
    ids.push(athlete)
    await sql`update athletes set demo = ${demo} where id = ${athlete}`
    await sql`
      insert into standings (board_id, athlete_id, points, active_days, restricted_days, reached_at, place_key)
      select b.id, ${athlete}, ${100 - index}, ${days}, ${hidden}, ${t.world.now()}, ${1000 - index}
      from boards b where b.season_id = ${id}`
  }
  await before(ids)
  expect(await close(t.world, season, { early: true })).toMatchObject({ ok: true })
  return ids
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
  await setSponsor(t.world, { season, race: null, sponsor })
  expect(await race(secret)).toMatchObject({
    path: "/leaderboard/two-weeks",
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
  await setSponsor(t.world, { season, race: null, sponsor })
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
  await setSponsor(t.world, { season, race: null, sponsor })
  await closeWith(athletes)
  expect((await race(secret))?.report).toMatchObject(report)
})

test("A season that has closed gets its report when its sponsor is set", async () => {
  const secret = await link()
  await closeWith(times(5, { days: 3 }))
  expect(await race(secret)).toBeUndefined()
  await setSponsor(t.world, { season, race: null, sponsor })
  expect((await race(secret))?.report).toMatchObject({ athletes: 5 })
})

/** A member with a confirmed address. */
async function member(email: string): Promise<string> {
  await addAthlete(t.world, { email })
  const [user] = await t.world.db.sql<{ id: string }>`
    update auth.users set email_confirmed_at = now() where email = ${email} returning id`
  return user?.id ?? ""
}

/** The sponsorship of a season or side race. */
const sponsorshipIn = async (of: Sponsored) => (await sponsorshipOf(t.world.db, of))?.id ?? 0
const say = async (userId: string, sponsorship: number, on: boolean) =>
  chooseSponsorMail(t.world, { userId, sponsorship, on }, nobody)
const saidYes = async (email: string) =>
  (await sponsorMails(t.world, email)).flatMap(({ sponsor, on }) => (on ? [sponsor] : []))

test("One email about a race goes to the members who asked for it, once, and has a link that ends it", async () => {
  const { world } = t
  const secret = await link()
  const of = { season, race: null }
  await setSponsor(world, { ...of, sponsor })
  const id = await sponsorshipIn(of)
  const members = ["ada", "ben", "cleo", "dora", "eli", "finn"].map((name) => `${name}@example.com`)
  for (const email of members) await say(await member(email), id, email !== "finn@example.com")
  const gone = await member("gone@example.com")
  await say(gone, id, true)
  expect(await saidYes("gone@example.com")).toEqual(["Northline"])
  await say(gone, id, false)
  expect(await saidYes("gone@example.com")).toEqual([])
  const [proof] = await world.db.sql<{ text: string; source: string }>`
    select consent_text as text, source from consent_log where event = 'confirmed' limit 1`
  expect(proof).toMatchObject({
    source: "settings",
    text: expect.stringMatching(/Northline and Two-week race.*no sponsor gets your address/),
  })

  const made = await writeSponsorIssue(world, owner, of)
  const issue = "id" in made ? made.id : 0
  expect(await writeSponsorIssue(world, owner, of)).toMatchObject({ code: "written_before" })
  expect(await scheduleFromConsole(world, owner, issue, world.now())).toMatchObject({ code: "untested" })
  await testIssue(world, owner, issue, "owner@example.com")
  expect(await scheduleFromConsole(world, owner, issue, world.now())).toMatchObject({ ok: true, readers: 5 })
  t.clock.advance(1000)
  const mails: MailMessage[] = []
  const newsletters: MailTransport = {
    repeatable: false,
    async deliver({ message }) {
      mails.push(message)
      return { ok: true, answer: "250 OK" }
    },
  }
  const sending = { ...world, transports: { ...world.transports, newsletters } }
  await sendIssue(sending, { issue })
  await sendIssue(sending, { issue })
  expect(mails.map(({ to }) => to).sort()).toEqual(members.slice(0, 5))
  expect(mails[0]?.text).toContain("Northline does not have your address")
  expect(mails[0]?.text).toContain("asked for this one email")
  expect((await race(secret))?.mail).toMatchObject({ readers: 5 })
  expect(await setSponsor(world, { ...of, sponsor: null })).toEqual({ ok: false, code: "mailed" })
  // What they said yes to was this email: the list is empty, and nobody can ask for another one.
  const states = await world.db.sql<{ state: string }>`select distinct state from subscriptions`
  expect(states).toEqual([{ state: "unsubscribed" }])
  expect(await say(gone, id, true)).toEqual({ ok: false, code: "over" })

  const list = `sponsors-${id}`
  const [, token = ""] =
    new RegExp(`/unsubscribe/${list}/(\\w+)`).exec(mails[0]?.headers?.["List-Unsubscribe"] ?? "") ?? []
  expect(await unsubscribe(world, { token, list, source: "one-click", sender: nobody })).toEqual({ ok: true })
})

test("Consent to one sponsor is not consent to another, and does not pass to the next sponsor of the same race", async () => {
  const { world } = t
  const other = await addSponsor(world, "Tarn")
  await addRace(world, { season, race: sideRace({ name: "two", title: "Hills" }) })
  const first = { season, race: null }
  const second = { season, race: "two" }
  await setSponsor(world, { ...first, sponsor })
  await setSponsor(world, { ...second, sponsor: other.ok ? other.id : 0 })
  const userId = await member("ida@example.com")
  expect(await sponsorMails(world, "ida@example.com")).toMatchObject([
    { sponsor: "Tarn", race: "Hills", on: false },
    { sponsor: "Northline", race: "Two-week race", on: false },
  ])
  await say(userId, await sponsorshipIn(second), true)
  expect(await saidYes("ida@example.com")).toEqual(["Tarn"])
  const made = await writeSponsorIssue(world, owner, first)
  const issue = "id" in made ? made.id : 0
  await testIssue(world, owner, issue, "owner@example.com")
  expect(await scheduleFromConsole(world, owner, issue, world.now())).toMatchObject({ code: "nobody" })

  // The page behind the links of every email shows it by name and withdraws it, and leaves the others alone.
  const [who] = await world.db.sql<{ id: string }>`select id from subscribers where email = 'ida@example.com'`
  const token = tokenFor(world, "manage-mail", who?.id ?? "")
  const shown = await preferencesOf(world, token)
  expect(shown?.lists.filter(({ on }) => on).map(({ list }) => list.name)).toEqual([
    "The email about Tarn and Hills",
  ])
  await setPreferences(world, token, [], nobody)
  expect(await saidYes("ida@example.com")).toEqual([])
  await say(userId, await sponsorshipIn(second), true)

  const old = await sponsorshipIn(second)
  const done = await setSponsor(world, { ...second, sponsor })
  expect(done).toEqual({ ok: true, ended: old })
  await endSponsorList(world, old)
  expect(await saidYes("ida@example.com")).toEqual([])
  const [last] = await world.db.sql`select source, event from consent_log order by id desc limit 1`
  expect(last).toEqual({ source: "the sponsor changed", event: "unsubscribed" })
})

test("The report of a race of teams counts the season's days of its members, and of nobody else", async () => {
  const { world } = t
  const secret = await link()
  await addRace(world, { season, race: sideRace({ name: "teams", title: "Hills" }) })
  // Nobody can add one once its season has begun.
  await world.db.sql`
    update races set entrants = 'teams', team_size = 4, prize = 'Socks', most_prizes = 2 where name = 'teams'`
  await setSponsor(world, { season, race: "teams", sponsor })
  expect(await race(secret)).toMatchObject({
    name: "Hills",
    path: `/leaderboard/races/${season}/teams`,
    prizes: [{ place: null, title: "Socks" }],
    report: null,
  })
  const members = await closeWith([...times(6, { days: 3 }), ...times(5, { days: 1 })], async (athletes) => {
    await world.db.sql`
      with made as (
        insert into teams (race_id, number, name) select id, 1, 'One' from races where name = 'teams' returning id, race_id
      )
      insert into team_members (race_id, team_id, athlete_id, from_on, came)
      select race_id, id, athlete, '2026-11-09', 'late' from made, unnest(${athletes.slice(0, 6)}::bigint[]) athlete`
  })
  expect(members.length).toBe(11)
  expect((await race(secret))?.report).toMatchObject({ athletes: 6, finishers: 6, activeDays: 18 })
})

test("The report of a race with days of its own is counted when its results are frozen", async () => {
  const { world } = t
  const secret = await link()
  const dates = sideRace({ name: "week", title: "Hills", fromOn: "2026-11-16", toOn: "2026-11-19" })
  expect(await addRace(world, { season: ownDates, race: dates })).toEqual({ ok: true })
  await setSponsor(world, { season: ownDates, race: "week", sponsor })
  for (let nr = 0; nr < 7; nr++) {
    const athlete = await addAthlete(world, { email: `${crypto.randomUUID()}@b4m.test`, demo: nr === 6 })
    const sent = sentRun({ startedAt: new Date("2026-11-17T20:00:00Z"), externalId: `${nr}`, movingS: 2400 })
    expect(await onActivity(world, athlete, sent)).toMatchObject({ ok: true })
  }
  const later = { ...world, now: () => new Date("2026-11-23T20:00:00Z") }
  await settleRacesOfDates(later)
  const found = await race(secret)
  expect(found).toMatchObject({ status: "settled", path: "/leaderboard/races/dates/week" })
  expect(found?.report).toMatchObject({ athletes: 6, newcomers: 6, finishers: null, activeDays: 6 })
  await world.db.sql`delete from athletes`
  expect((await race(secret))?.report).toMatchObject({ athletes: 6 })
})

test("An address that was not confirmed, or that bounced before, gets no emails about sponsors", async () => {
  const { world } = t
  await setSponsor(world, { season, race: null, sponsor })
  const id = await sponsorshipIn({ season, race: null })
  const userId = await member("late@example.com")
  await world.db.sql`update auth.users set email_confirmed_at = null where id = ${userId}`
  expect(await say(userId, id, true)).toEqual({ ok: false, code: "unconfirmed" })
  await world.db.sql`update auth.users set email_confirmed_at = now() where id = ${userId}`
  await suppress(world, { email: "late@example.com", reason: "bounce" })
  expect(await say(userId, id, true)).toMatchObject({ code: "suppressed" })
  expect(await saidYes("late@example.com")).toEqual([])
})

test("Nothing else goes to the members who asked about sponsors, and the email about one to nobody else", async () => {
  const text = {
    list: "sponsors-1",
    subject: "Buy",
    preview: "",
    markdown: "Buy.",
    html: "<p>Buy.</p>",
    places: null,
  }
  expect(await createIssue(t.world, text)).toEqual({ ok: false, code: "only_for_sponsors" })
  expect(await writeIssue(t.world, owner, null, text)).toMatchObject({ code: "only_for_sponsors" })
  await setSponsor(t.world, { season, race: null, sponsor })
  const made = await writeSponsorIssue(t.world, owner, { season, race: null })
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
