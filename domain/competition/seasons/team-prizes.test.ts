/** The prize of a race of teams, from the draw to the last member of the first team. */
import { afterEach, beforeEach, expect, test } from "vitest"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { closeAndAward, findAllRight, seasonNamed } from "#test/support/seasons.ts"
import { sideRace } from "#test/support/side-race.ts"
import { copiesOf, type TestWorld } from "#test/support/world.ts"
import { maintainBoards } from "../maintain.ts"
import { onActivity } from "../pipeline.ts"
import { addRace, changeRace } from "../races/change.ts"
import { decideOn } from "../review/decide.ts"
import { object, reply } from "../review/objections.ts"
import { teamRacePage } from "../teams/page.ts"
import { createTeamTables } from "../teams/tables.ts"
import { transferMember } from "../teams/transfer.ts"
import { close } from "./close.ts"
import { daysToCheck } from "./days-to-check.ts"
import { disqualify, reinstate } from "./disqualify.ts"
import { expectedClose } from "./expected-close.ts"
import { prizesOf } from "./own-prizes.ts"
import { decline, passOn } from "./pass-on.ts"
import { claim, ship } from "./prizes.ts"
import { closedSeasons } from "./results.ts"

const season = "monthly-2026-12"
const address = { season, name: "teams" }
const rule = sideRace({
  name: "teams",
  title: "Team month",
  words: "Drawn teams.",
  entrants: "teams",
  teamSize: 7,
  prize: "A team shirt",
  mostPrizes: 2,
  repeats: true,
})

let t: TestWorld
/** Ids by name: fourteen athletes in two teams, all but Newton with points before. */
let people: Map<string, number>
/** The names of Newton's team, without him, and of the other one; in the order of the draw. */
let ours: string[]
let theirs: string[]
const drawn = copiesOf(async () => {
  t = await createCompetitionWorld("2026-11-16T22:00:00Z")
  people = new Map()
  for (let nr = 0; nr < 13; nr++) await join(`Athlete ${String.fromCharCode(65 + nr)}`, 60 - nr)
  await join("Newton", 0, "2026-11-15T12:00:00Z")
  expect(await addRace(t.world, { season, race: rule })).toEqual({ ok: true })
  t.clock.set("2026-12-01T08:00:30Z")
  await maintainBoards(t.world)
  const rows = await t.world.db.sql<{ name: string; team: number; newton: boolean }>`
    select a.display_name as name, m.team_id as team, m.team_id = (
      select team_id from team_members where athlete_id = ${idOf("Newton")}
    ) as newton
    from team_members m join athletes a on a.id = m.athlete_id order by m.pick`
  ours = rows.flatMap(({ name, newton }) => (newton && name !== "Newton" ? [name] : []))
  theirs = rows.flatMap(({ name, newton }) => (newton ? [] : [name]))
  t.clock.set("2026-12-14T22:00:00Z")
  return t
})
const trained = copiesOf(async () => {
  t = await drawn()
  await trainForAMonth()
  return t
})
beforeEach(async () => {
  t = await trained()
})
afterEach(() => t.close())

const idOf = (name: string) => people.get(name) as number
const ourOwn = (nr: number) => ours[nr] as string
async function join(name: string, minutes: number, joinedAt = "2026-01-01T12:00:00Z") {
  const email = `${name.toLowerCase().replace(" ", "-")}@b4m.test`
  people.set(name, await addAthlete(t.world, { name, email, joinedAt }))
  if (minutes > 0) await train(name, minutes, [10], "2026-11")
}
const userOf = async (name: string) => accountOf(t.world, idOf(name))
const slugOf = async (name: string) =>
  (await t.world.db.sql<{ slug: string }>`select slug from athletes where id = ${idOf(name)}`)[0]?.slug ?? ""

/** So many minutes at noon in Los Angeles on these days: 60 have 85 points, and every two more have one more. */
async function train(name: string, minutes: number, days: readonly number[], month = "2026-12") {
  for (const day of days) {
    const on = `${month}-${String(day).padStart(2, "0")}`
    const sent = sentRun({
      kind: "hiit",
      distanceM: 0,
      movingS: minutes * 60,
      elapsedS: minutes * 60,
      startedAt: new Date(`${on}T20:00:00Z`),
      externalId: `${name} ${on}`,
    })
    expect(await onActivity(t.world, idOf(name), sent)).toMatchObject({ ok: true })
  }
}

/** Our team wins: a champion, an operator, one with too few days, three who share, and Newton. */
function month() {
  const [champion, operator, lazy, first, second, third] = ours as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  return { champion, operator, lazy, first, second, third }
}

async function trainForAMonth() {
  const { champion, operator, lazy, first, second, third } = month()
  await train(champion, 90, [1, 2, 3, 4, 5, 6])
  await train(operator, 80, [1, 2, 3, 4, 5])
  await train(lazy, 90, [1, 2, 3])
  await train(first, 78, [1, 2, 3, 4, 5])
  await train(second, 76, [1, 2, 3, 4, 5])
  await train(third, 74, [1, 2, 3, 4, 5])
  await train("Newton", 72, [1, 2, 3, 4, 5])
  for (const [nr, name] of theirs.slice(0, 5).entries()) await train(name, 70 - nr * 2, [1, 2, 3, 4])
  await t.world.db.sql`
    update auth.users set raw_app_meta_data = '{"role": "helper"}' where id = ${await userOf(operator)}`
}

/** Prizes that somebody holds: "name: title (race)". */
async function held(): Promise<string[]> {
  const rows = await t.world.db.sql<{ line: string }>`
    select a.display_name || ': ' || coalesce(r.title, 'place ' || p.place) as line
    from prizes p join athletes a on a.id = p.athlete_id left join races r on r.id = p.race_id
    where p.status <> 'withdrawn' order by p.race_id nulls first, line`
  return rows.map(({ line }) => line)
}
const told = () =>
  t.mails.splice(0).map(({ to, kind, subject }) => `${to.split("@")[0]} ${kind.split(".")[1]}: ${subject}`)
const mailOf = (name: string) => name.toLowerCase().replace(" ", "-")
async function award() {
  t.clock.set("2027-01-05T20:00:00Z")
  await closeAndAward(t.world, season)
}

test("it goes to members with four active days who were drawn with points of their own, and to nobody twice", async () => {
  const { champion, first, second } = month()
  const before = await expectedClose(t.world.db, await seasonNamed(t.world.db, season))
  expect(before.winners.map(({ athlete, team, title }) => [athlete, team, title])).toEqual([
    [champion, null, expect.stringContaining("Athlete of the month")],
    [first, "Team month", "A team shirt"],
    [second, "Team month", "A team shirt"],
  ])
  await award()
  expect(await held()).toEqual(
    [`${champion}: place 1`, `${first}: Team month`, `${second}: Team month`].sort(
      (a, b) => Number(b.includes("place")) - Number(a.includes("place")) || a.localeCompare(b),
    ),
  )
  expect(told().sort()).toEqual(
    [
      `${mailOf(champion)} won: You won 1st place in the monthly race`,
      `${mailOf(first)} won: Your team won: Team month`,
      `${mailOf(second)} won: Your team won: Team month`,
    ].sort(),
  )
  // The public winners of the season are its own.
  const [closed] = await closedSeasons(t.world)
  expect(closed?.winners.map(({ name }) => name)).toEqual([champion])
  const page = await teamRacePage(t.world, createTeamTables(t.world), { ...address, viewer: null })
  expect(page.ok && page.page.winners.map(({ name }) => name)).toEqual([first, second].sort())
  expect(await prizesOf(t.world, await userOf(first))).toMatchObject([
    { team: "Team month", title: "A team shirt", state: "waiting", shippingCents: 1495 },
  ])
  // Settled again, nothing changes and nobody is told.
  await close(t.world, season)
  await passOn(t.world)
  expect(told()).toEqual([])
})

test("nothing is awarded unseen: a member's doubtful day holds only that member's prize, out of sight of the public", async () => {
  const { first, second } = month()
  // Little speaks for a session of six hours that nobody has looked at.
  await train(first, 360, [8])
  t.clock.set("2027-01-05T20:00:00Z")
  await closeAndAward(t.world, season, { isChecked: false })
  const open = await t.world.db.sql<{ athlete: number }>`
    select athlete_id::float8 as athlete from private.open_places where place > 20`
  const waiting = open.map(({ athlete }) => [...people].find(([, id]) => id === athlete)?.[0])
  expect(waiting).toContain(first)
  const heldBefore = (await held()).filter((line) => line.includes("Team month"))
  expect(heldBefore).not.toContain(`${first}: Team month`)
  const [closed] = await closedSeasons(t.world)
  expect(closed?.openPlaces.every((place) => place === 1)).toBe(true)
  await findAllRight(t.world, season)
  await passOn(t.world)
  expect((await held()).filter((line) => line.includes("Team month"))).toEqual(
    [`${first}: Team month`, `${second}: Team month`].sort(),
  )
})

test("declined, it passes to the next member, the others keep theirs, and when nobody is left it stays", async () => {
  const { champion, first, second, third } = month()
  await award()
  t.mails.length = 0
  const [prize] = await prizesOf(t.world, await userOf(first))
  expect(await decline(t.world, { userId: await userOf(first), prizeId: prize?.id ?? 0 })).toMatchObject({
    ok: true,
  })
  expect((await held()).slice(1)).toEqual([`${second}: Team month`, `${third}: Team month`].sort())
  expect(told()).toEqual([`${mailOf(third)} won: Your team won: Team month`])
  // Claimed and shipped on the way of every prize.
  const [own] = await prizesOf(t.world, await userOf(second))
  const to = { userId: await userOf(second), prizeId: own?.id ?? 0 }
  const place = {
    name: "S",
    line1: "1 Way",
    line2: null,
    city: "Reno",
    region: "NV",
    postalCode: "89501",
    country: "US",
  }
  expect(await claim(t.world, { ...to, address: place, consentText: "Yes." })).toMatchObject({
    ok: true,
    title: "A team shirt",
  })
  await t.world.db.sql`update prizes set shipping_paid_at = now() where id = ${to.prizeId}`
  expect(await ship(t.world, { prizeId: to.prizeId, tracking: null })).toMatchObject({ ok: true })
  t.mails.length = 0
  // The last one does not claim it in time.
  t.clock.set("2027-02-20T20:00:00Z")
  await passOn(t.world)
  expect((await held()).filter((line) => line.includes("Team month"))).toEqual([`${second}: Team month`])
  expect(told().filter((line) => !line.startsWith(mailOf(champion)))).toContain(
    `${mailOf(third)} withdrawn: Your prize was not claimed in time`,
  )
})

test("a member who moves up to a prize of the season leaves the team's to the next, with the address", async () => {
  const { champion, first, second, third } = month()
  await award()
  const [prize] = await prizesOf(t.world, await userOf(first))
  const place = {
    name: "F",
    line1: "1 Way",
    line2: null,
    city: "Reno",
    region: "NV",
    postalCode: "89501",
    country: "US",
  }
  await claim(t.world, {
    userId: await userOf(first),
    prizeId: prize?.id ?? 0,
    address: place,
    consentText: "Yes.",
  })
  t.mails.length = 0
  expect(
    await disqualify(t.world, { season, athlete: await slugOf(champion), reason: "Broke a rule." }),
  ).toMatchObject({ ok: true })
  expect(await held()).toEqual([
    `${first}: place 1`,
    ...[`${second}: Team month`, `${third}: Team month`].sort(),
  ])
  expect(await prizesOf(t.world, await userOf(first))).toMatchObject([
    { team: null, state: "claimed", address: { name: "F" } },
  ])
  // And back: who shares the prize of a team again is told so.
  t.mails.length = 0
  await reinstate(t.world, { season, athlete: await slugOf(champion) })
  expect(await held()).toEqual([
    `${champion}: place 1`,
    ...[`${first}: Team month`, `${second}: Team month`].sort(),
  ])
  expect(told().find((line) => line.startsWith(`${mailOf(first)} `))).toBe(
    `${mailOf(first)} moved: Your prize has changed: you share the prize of your team`,
  )
})

test("points of athletes who are disqualified leave the team at once, and with them its prize", async () => {
  const { first, second } = month()
  await award()
  t.mails.length = 0
  for (const name of [0, 1, 2, 3].map(ourOwn))
    await disqualify(t.world, { season, athlete: await slugOf(name), reason: "Broke a rule." })
  const page = await teamRacePage(t.world, createTeamTables(t.world), { ...address, viewer: null })
  const others = await t.world.db.sql<{ team: string }>`
    select t.name as team from team_members m join teams t on t.id = m.team_id where m.athlete_id = ${idOf(theirs[0] ?? "")}`
  expect(page.ok && page.page.rows.map(({ name, place }) => [name, place])[0]).toEqual([others[0]?.team, 1])
  // The best of them by the season is first of the season now, too, unless one of ours is.
  const shirts = (await held())
    .filter((line) => line.includes("Team month"))
    .map((line) => line.split(":")[0] ?? "")
  expect(shirts).toHaveLength(2)
  expect(shirts.every((name) => theirs.includes(name))).toBe(true)
  expect(told().find((line) => line.startsWith(`${mailOf(second)} `))).toMatch(/withdrawn: |moved: /)
  expect(shirts).not.toContain(first)
})

test("who was moved to another team, deleted the account or is not public shares no prize", async () => {
  const { first, second, third } = month()
  const [team] = await t.world.db.sql<{ number: number }>`
    select t.number::integer as number from team_members m join teams t on t.id = m.team_id
    where m.athlete_id = ${idOf(theirs[0] ?? "")}`
  expect(
    await transferMember(t.world, {
      ...address,
      athlete: await slugOf(first),
      to: team?.number ?? 0,
      reason: "Asked.",
    }),
  ).toEqual({ ok: true })
  await t.world.db.sql`update athletes set visibility = 'members' where id = ${idOf(second)}`
  await award()
  expect((await held()).slice(1)).toEqual([`${third}: Team month`])
  await t.world.db.sql`delete from auth.users where id = ${await userOf(third)}`
  await passOn(t.world)
  expect(await held()).toHaveLength(1)
})

test("while a member waits for a reply the prize waits, and a granted objection raises the team", async () => {
  const { first, second } = month()
  // Theirs would win with what was declined.
  const rival = theirs[5] ?? ""
  const strong = [8, 9, 10, 11, 12, 13]
  for (const name of theirs.slice(0, 3)) await train(name, 80, strong)
  await train(rival, 80, strong.slice(1))
  await train(rival, 90, [8])
  const [row] = await t.world.db.sql<{ id: number }>`
    select id::float8 as id from activities where external_id = ${`${rival} 2026-12-08`}`
  const activityId = row?.id ?? 0
  await decideOn(t.world, { id: activityId, decision: "decline" })
  t.clock.set("2026-12-30T20:00:00Z")
  expect(
    await object(t.world, { userId: await userOf(rival), activityId, text: "I was there." }),
  ).toMatchObject({ ok: true })
  const total = async () => {
    const rows = await t.world.db.sql<{ value: number }>`
      select r.value from race_results r join team_members m on m.team_id = r.team_id
      where m.athlete_id = ${idOf(rival)}`
    return rows[0]?.value ?? 0
  }
  await award()
  const frozen = await total()
  expect((await held()).filter((line) => line.includes("Team month"))).toEqual([])
  expect(await reply(t.world, { activityId, text: "You were.", counts: true })).toEqual({ ok: true })
  expect(await total()).toBeGreaterThan(frozen)
  await findAllRight(t.world, season)
  await passOn(t.world)
  const shirts = (await held()).filter((line) => line.includes("Team month"))
  expect(shirts).toHaveLength(2)
  expect(shirts).not.toContain(`${first}: Team month`)
  expect(shirts).not.toContain(`${second}: Team month`)
})

test("of a team of seven at most three get it, although four were planned for teams of eight", async () => {
  await t.world.db.sql`update races set team_size = 8, most_prizes = 4 where name = 'teams'`
  const { lazy, first, second, third } = await month()
  // With a fourth day, though at a lower place than the others.
  await train(lazy, 90, [4])
  await award()
  expect((await held()).filter((line) => line.includes("Team month"))).toEqual(
    [first, second, third].map((name) => `${name}: Team month`).sort(),
  )
})

test("the prize and the number of prizes are fixed once the season has begun, and repeat with the race", async () => {
  expect(await changeRace(t.world, { season, race: { ...rule, mostPrizes: 3 } })).toEqual({
    ok: false,
    code: "begun",
  })
  expect(await changeRace(t.world, { season, race: { ...rule, prize: "A cap" } })).toEqual({
    ok: false,
    code: "begun",
  })
  t.clock.set("2027-01-01T08:00:30Z")
  await maintainBoards(t.world)
  const [next] = await t.world.db.sql<{ prize: string; most: number }>`
    select r.prize, r.most_prizes::integer as most from races r join seasons s on s.id = r.season_id
    where s.slug = 'monthly-2027-01' and r.name = 'teams'`
  expect(next).toEqual({ prize: "A team shirt", most: 2 })
})

test("a recorder that brings activities of two members has to be looked at before the prize is awarded", async () => {
  const { first, second } = month()
  await t.world.db.sql`
    update activities set recorder_key = 'one watch' where athlete_id in (${idOf(first)}, ${idOf(theirs[0] as string)})`
  const closing = await seasonNamed(t.world.db, season)
  const days = await daysToCheck(t.world.db, closing, [idOf(first), idOf(second)])
  const slug = await slugOf(theirs[0] as string)
  expect(
    days.filter(({ change }) => change).map(({ athleteId, on, change }) => [athleteId, on, change]),
  ).toEqual([[idOf(first), "2026-12-31", `The same recorder brought activities of ${slug}.`]])
  t.clock.set("2027-01-05T20:00:00Z")
  await closeAndAward(t.world, season, { isChecked: false })
  expect(await held()).not.toContain(`${first}: Team month`)
  await findAllRight(t.world, season)
  await close(t.world, season)
  expect(await held()).toContain(`${first}: Team month`)
})
