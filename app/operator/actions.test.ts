/**
 * Every command of the desks, submitted as a form by a browser without scripts: its journal entry, and who may submit
 * it.
 */

import { readFile } from "node:fs/promises"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader"
import routes from "#app/operator/routes.ts"
import { wordsOfContent } from "#content/words/words.ts"
import { objectToDecision } from "#domain/community/objection.ts"
import { reportQueue } from "#domain/community/queue.ts"
import { reportAthlete } from "#domain/community/report.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { findRace, type Race } from "#domain/competition/races/race.ts"
import { object } from "#domain/competition/review/objections.ts"
import { pageOfReviews } from "#domain/competition/review/review.ts"
import { close } from "#domain/competition/seasons/close.ts"
import { addSponsor } from "#domain/competition/sponsors/sponsors.ts"
import { drawTeams } from "#domain/competition/teams/draw-teams.ts"
import { askToJoin, confirmSpot } from "#domain/events/join.ts"
import { eventBySlug, occurrenceOn } from "#domain/events/occurrence.ts"
import { createIssue } from "#domain/leads/newsletter/issue.ts"
import { writeArticleFromConsole } from "#domain/operator/articles/article-commands.ts"
import { type CommandName, commands, ruleOf } from "#domain/operator/commands.ts"
import { decideReview } from "#domain/operator/review/decide.ts"
import type { Operator } from "#domain/operator/roles.ts"
import { defaultDraft } from "#domain/publishing/articles/article.ts"
import type { Machine } from "#ports/machine.ts"
import { spotCodeEndpoint } from "#server/http/endpoints/spot-code.ts"
import { consoleLinks } from "#server/http/operator/link.ts"
import { markdownFrom } from "#server/markup/from-html.ts"
import { foreignPictures, mailHtml, unusableLinks } from "#server/markup/mail-html.ts"
import { pageHtml } from "#server/markup/page-html.ts"
import { createMail } from "#server/world/mail.ts"
import { willingChat } from "#test/support/chat.ts"
import { addMember } from "#test/support/community.ts"
import { addAthlete, sentRun } from "#test/support/competition.ts"
import { goodAnswers, send } from "#test/support/leads.ts"
import { addReaders } from "#test/support/newsletters.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { createPlainConsole, type PlainAnswer, type PlainConsole } from "#test/support/plain-console.ts"
import { closeWith, seasonNamed } from "#test/support/seasons.ts"
import { click, coaching, openShop, press, type Shop, starterKit } from "#test/support/shop.ts"
import { createTestWorld } from "#test/support/world.ts"
import { deskAt } from "./desks.ts"

let shop: Shop
let browser: PlainConsole
let owner: Operator
let helper: Operator
beforeAll(async () => {
  shop = openShop(await createTestWorld({ now: "2026-11-20T20:00:00Z" }))
  await maintainBoards(shop.world)
  owner = await addOperatorSession(shop.world, "owner")
  helper = await addOperatorSession(shop.world, "helper")
  await shop.world.db.sql`update auth.users set created_at = now(), updated_at = now()`
  const { again } = createMail(shop.world.jobs)
  shop.world.mail = { ...shop.world.mail, again }
  shop.world.chat = willingChat
  shop.world.markup = { pageHtml, markdownFrom, mailHtml, unusableLinks, foreignPictures }
  shop.world.machine = machineOfTest()
  browser = await createPlainConsole(shop.world)
})
afterAll(() => shop.close())

/** A machine with one dead job, that makes backups. */
function machineOfTest(): Machine {
  const dead = { id: crypto.randomUUID(), queue: "mail", diedAt: new Date(), attempts: 3, reason: "550 No" }
  return {
    ownsDatabase: true,
    sendsMail: true,
    diskFreeBytes: async () => 9e9,
    queues: async () => [],
    deadJobs: async () => [dead],
    retryJobs: async (ids) => ids.length,
    dropJobs: async (ids) => ids.length,
    keepJobs: async (ids) => ids.length,
    settings: [],
    versions: {},
    backups: async () => [],
    health: async () => ({ troubles: [], archiveLagSeconds: null, drill: null }),
    sendingRecords: async () => [],
    backUp: async () => {},
  }
}

const lastCommands = async (since: number) =>
  (
    await shop.world.db.sql<{ command: string }>`
      select command from private.journal where id > ${since} order by id`
  ).map(({ command }) => command)
const lastEntry = async () =>
  (await shop.world.db.sql<{ id: number }>`select coalesce(max(id), 0)::float8 as id from private.journal`)[0]
    ?.id ?? 0

const countMails = async () =>
  (await shop.world.db.sql<{ n: number }>`select count(*)::int as n from private.mails`)[0]?.n ?? 0

let made = 0

/** The address of another webhook. */
const chat = () => `https://hooks.slack.com/services/T00000000/B00000000/webhook${1000 + ++made}`

/** An activity that waits for review, with its account. */
async function waiting(): Promise<{ id: number; userId: string }> {
  const name = `Runner ${++made}`
  const email = `runner-${made}@example.com`
  const athlete = await addAthlete(shop.world, { name, email })
  await shop.world.db.sql`update auth.users set created_at = now(), updated_at = now() where email = ${email}`
  await onActivity(shop.world, athlete, sentRun({ distanceM: 22_000 }))
  const { rows } = await pageOfReviews(
    shop.world,
    { view: "waiting", athlete: name },
    { limit: 1, offset: 0 },
  )
  const [user] = await shop.world.db.sql<{ id: string }>`select id from auth.users where email = ${email}`
  return { id: rows[0]?.id ?? 0, userId: user?.id ?? "" }
}

/** A member with a photo that waits for an operator; returns the name. */
async function photographed(): Promise<string> {
  const name = `Runner ${++made}`
  const athlete = await addAthlete(shop.world, { name })
  await shop.world.db.sql`
    insert into athlete_photos (athlete_id, version, state, placed_at) values (${athlete}, gen_random_uuid(), 'waiting', now())`
  return name
}

/** A report of a member about another one. */
async function reported() {
  const { world } = shop
  const [author, reporter] = [await addMember(world, "Author"), await addMember(world, `Reporter ${++made}`)]
  await world.db.sql`update auth.users set created_at = now(), updated_at = now() where created_at is null`
  const about = { slug: author.slug, about: "athlete", reason: "insult", note: "", ip: null } as const
  await reportAthlete(world, reporter.userId, about)
  const entry = (await reportQueue(world, { operatorId: null })).find(
    ({ athleteId }) => athleteId === author.id,
  )
  return { author, report: entry?.report ?? 0 }
}

async function objected(): Promise<number> {
  const { id, userId } = await waiting()
  const done = await object(shop.world, { userId, activityId: id, text: "I ran it." })
  if (!done.ok) throw new Error(done.code)
  return id
}

async function message(): Promise<string> {
  await send(shop, "creator-application", {
    ...goodAnswers["creator-application"],
    email: `sender-${++made}@example.com`,
  })
  const [row] = await shop.world.db.sql<{ id: string }>`
    select id from submissions order by submitted_at desc, id limit 1`
  return row?.id ?? ""
}

async function bought(item = starterKit): Promise<string> {
  const { orderId, url } = await click(shop, item)
  await press(shop, url, "pay")
  await shop.deliver()
  await shop.settle()
  return orderId
}

const run = eventBySlug(wordsOfContent, "saturday-long-run")
const day = "/events/saturday-long-run/2026-11-28"

async function spot(): Promise<{ name: string; token: string }> {
  const occurrence = run && occurrenceOn(run, "2026-11-28")
  if (!occurrence) throw new Error("No run on that day")
  const name = `Guest ${++made}`
  await askToJoin(shop.world, occurrence, { name, email: `guest-${made}@example.com` })
  const token = /\/events\/spot\/(\w+)/.exec(shop.mails.at(-1)?.text ?? "")?.[1] ?? ""
  await confirmSpot(shop.world, token)
  return { name, token }
}

interface Sent {
  command: CommandName
  /** Sets up the data and returns the form: its page, its button and its values. */
  form(): Promise<[path: string, button: string | RegExp, fields?: Record<string, string>]>
  /** The button of the preview that is submitted first. */
  confirm?: string
}

const some: readonly Sent[] = [
  {
    command: "report.hide",
    form: async () => [
      `/reports/${(await reported()).report}`,
      "Hide it",
      { statement: "It insults somebody." },
    ],
  },
  {
    command: "report.keep",
    form: async () => [
      `/reports/${(await reported()).report}`,
      "It stays",
      { statement: "It is a common name." },
    ],
  },
  {
    command: "report.reply",
    form: async () => {
      const { author, report } = await reported()
      await browser.press(helper, `/reports/${report}`, "Hide it", { statement: "It insults somebody." })
      const [decision] = await shop.world.db.sql<{ id: string }>`
        select id from private.moderation_decisions where athlete_id = ${author.id}`
      const id = Number(decision?.id)
      await objectToDecision(shop.world, author.userId, { decision: id, text: "It is my name." })
      return [`/reports/objections/${id}`, "Show it again", { reply: "You are right." }]
    },
  },
  {
    command: "member.mute",
    form: async () => [`/reports/${(await reported()).report}`, "Mute", { reason: "Threats" }],
  },
  {
    command: "member.unmute",
    form: async () => {
      const { report } = await reported()
      await browser.press(helper, `/reports/${report}`, "Mute", { reason: "Threats" })
      return [`/reports/${report}`, "End the mute"]
    },
  },
  { command: "review.count", form: async () => [`/review/${(await waiting()).id}`, "Count"] },
  {
    command: "review.decline",
    form: async () => [`/review/${(await waiting()).id}`, "Decline", { reason: "A car." }],
  },
  {
    command: "review.reset",
    form: async () => {
      const { id } = await waiting()
      await decideReview(shop.world, owner, { id, decision: "count" })
      return [`/review/${id}?view=decided`, "Back to the rules"]
    },
  },
  {
    command: "photo.show",
    form: async () => ["/review/photos", `Show the photo of ${await photographed()}`],
  },
  {
    command: "photo.decline",
    form: async () => ["/review/photos", `Decline the photo of ${await photographed()}`],
  },
  {
    command: "photo.review",
    form: async () => {
      await shop.world.db.sql`update private.settings set value = 'on' where name = 'photo_review'`
      return ["/review/photos", "Show new photos at once"]
    },
  },
  {
    command: "review.note",
    form: async () => [`/review/${(await waiting()).id}`, "Keep", { text: "Asked." }],
  },
  {
    command: "review.answer",
    form: async () => [`/review/${await objected()}`, "Decline it", { text: "The track shows a road." }],
  },
  { command: "inbox.accept", form: async () => [`/inbox/${await message()}`, "Accept and invite"] },
  {
    command: "inbox.decline",
    form: async () => [`/inbox/${await message()}`, "Decline", { note: "Not now." }],
  },
  { command: "inbox.spam", form: async () => [`/inbox/${await message()}`, "Spam"] },
  { command: "inbox.review", form: async () => [`/inbox/${await message()}`, "In review"] },
  {
    command: "inbox.answer",
    form: async () => [`/inbox/${await message()}`, "Send the answer", { text: "Gladly." }],
  },
  { command: "inbox.note", form: async () => [`/inbox/${await message()}`, "Keep", { text: "Met her." }] },
  {
    command: "inbox.assign",
    form: async () => [`/inbox/${await message()}`, "Assign", { to: String(owner.id) }],
  },
  {
    command: "inbox.snooze",
    form: async () => [`/inbox/${await message()}`, "Snooze", { until: "2026-12-01" }],
  },
  { command: "inbox.close", form: async () => [`/inbox/${await message()}`, "Close it"] },
  {
    command: "inbox.open",
    form: async () => {
      const path = `/inbox/${await message()}`
      await browser.press(owner, path, "Close it")
      return [path, "Open it again"]
    },
  },
  {
    command: "inbox.save-reply",
    form: async () => ["/inbox/saved", "Add it", { title: `Thanks ${++made}`, text: "Thank you." }],
  },
  {
    command: "chat.add",
    form: async () => ["/service/chats", "Add a chat for Monthly race", { address: chat() }],
  },
  {
    command: "chat.test",
    form: async () => {
      await browser.press(owner, "/service/chats", "Add a chat for Monthly race", { address: chat() })
      return ["/service/chats", "Send a test now"]
    },
  },
  {
    command: "chat.end",
    form: async () => {
      const address = chat()
      await browser.press(owner, "/service/chats", "Add a chat for Monthly race", { address })
      return ["/service/chats", `End the chat …${address.slice(-4)}`]
    },
  },
  {
    command: "inbox.drop-reply",
    form: async () => {
      await browser.press(owner, "/inbox/saved", "Add it", { title: `Old ${++made}`, text: "Old." })
      return ["/inbox/saved", `Remove Old ${made}`]
    },
  },
  {
    command: "person.ban",
    form: async () => [`/people/${(await waiting()).userId}`, "Ban", { reason: "Insults" }],
  },
  {
    command: "person.unban",
    form: async () => {
      const { userId } = await waiting()
      await browser.press(owner, `/people/${userId}`, "Ban", { reason: "Insults" })
      return [`/people/${userId}`, "Lift the ban", { reason: "Sorry" }]
    },
  },
  {
    command: "person.confirm",
    form: async () => [
      `/people/${(await waiting()).userId}`,
      "Confirm the address",
      { reason: "By telephone" },
    ],
  },
  {
    command: "person.tie",
    form: async () => [`/people/${(await waiting()).userId}`, "Save who can win", { tie: "sponsor" }],
  },
  {
    command: "season.clear",
    form: async () => {
      const athlete = await addAthlete(shop.world, { name: `Winner ${++made}` })
      await onActivity(shop.world, athlete, sentRun())
      await close(shop.world, "fortnightly-2026-11-09", { early: true })
      await shop.world.db.sql`delete from private.cleared_days`
      return ["/seasons/check", /^This day is right/]
    },
  },
  {
    command: "person.view",
    form: async () => [
      `/people/${(await waiting()).userId}`,
      "View as this member",
      { reason: "Sees no activities" },
    ],
  },
  {
    command: "person.erase",
    form: async () => {
      const { userId } = await waiting()
      return [`/people/${userId}`, "Erase", { typed: `runner-${made}@example.com` }]
    },
  },
  {
    command: "person.erase-address",
    form: async () => {
      await send(shop, "creator-application", {
        ...goodAnswers["creator-application"],
        email: `guest-${++made}@example.com`,
      })
      return ["/people", "Erase the address", { email: `guest-${made}@example.com` }]
    },
  },
  {
    command: "mail.resend",
    form: async () => {
      const { userId } = await waiting()
      await shop.world.db.sql`
        insert into private.mails (kind, recipient, state, message, ended_at, answer)
        values ('order.receipt', ${`runner-${made}@example.com`}, 'dead', '{}', now(), '550 No such mailbox')`
      return [`/people/${userId}`, "Send order.receipt again"]
    },
  },
  {
    command: "source.release",
    form: async () => {
      const { userId } = await waiting()
      await shop.world.db.sql`
        insert into private.connections
          (source, athlete_id, account_id, access_token, scopes, connected_at, held_since, held_missing, held_known)
        select 'polar', id, gen_random_uuid(), 'x', '', now(), now(), 8, 8 from athletes where user_id = ${userId}`
      return ["/service", "Ask for each, and remove those that are gone"]
    },
  },
  {
    command: "role.grant",
    form: async () => [`/people/${(await waiting()).userId}`, "Set", { role: "helper" }],
  },
  {
    command: "role.remove",
    form: async () => {
      const { userId } = await waiting()
      await browser.press(owner, `/people/${userId}`, "Set", { role: "helper" })
      return [`/people/${userId}`, "Set", { role: "" }]
    },
  },
  {
    command: "role.events",
    form: async () => {
      const { userId } = await waiting()
      await browser.press(owner, `/people/${userId}`, "Set", { role: "host" })
      return [`/people/${userId}`, "Set the events", { event: "saturday-long-run" }]
    },
  },
  {
    command: "order.refund",
    form: async () => {
      const id = await bought()
      return [`/orders/${id}`, "Refund…", { amount: "9" }]
    },
    confirm: "Refund $9",
  },
  {
    command: "order.cancel",
    form: async () => [`/orders/${await bought(coaching)}`, "End the subscription after this month"],
  },
  { command: "order.receipt", form: async () => [`/orders/${await bought()}`, "Send the receipt again"] },
  { command: "order.fulfill", form: async () => [`/orders/${await bought()}`, "Done"] },
  {
    command: "order.note",
    form: async () => [`/orders/${await bought()}`, "Keep", { text: "Starts in May." }],
  },
  {
    command: "race.add",
    form: async () => [racesDesk, "Add the race", { ...raceFields, name: `race-${++made}` }],
  },
  {
    command: "race.change",
    form: async () => {
      await sideRace()
      return [racesDesk, "Save the race", { ...raceFields, title: "Two days" }]
    },
  },
  { command: "race.end", form: async () => [racesDesk, `End ${await sideRace()}`] },
  {
    command: "race.resume",
    form: async () => {
      const title = await sideRace()
      await browser.press(owner, racesDesk, `End ${title}`)
      return [racesDesk, `Resume ${title}`]
    },
  },
  { command: "event.check-in", form: async () => [day, `Check in ${(await spot()).name}`] },
  {
    command: "event.check-out",
    form: async () => {
      const { name } = await spot()
      await browser.press(helper, day, `Check in ${name}`)
      return [day, `Undo check-in of ${name}`]
    },
  },
  {
    command: "event.guests",
    form: async () => [day, `Save the guests of ${(await spot()).name}`, { guests: "2" }],
  },
  {
    command: "event.free",
    form: async () => [
      day,
      `Free the spot of ${(await spot()).name}`,
      { reason: "You wrote that you are ill." },
    ],
  },
  {
    command: "event.seat",
    form: async () => {
      const { name } = await spot()
      await shop.world.db.sql`update event_occurrences set taken = taken - 1`
      await shop.world.db.sql`update event_signups set state = 'waiting' where name = ${name}`
      return [day, `Give ${name} a spot`]
    },
  },
  {
    command: "event.transfer",
    form: async () => [
      day,
      `Give the spot of ${(await spot()).name} to them`,
      { name: "Ben Heir", email: `heir-${made}@example.com` },
    ],
  },
  {
    command: "event.put",
    form: async () => [day, "Put on the list", { name: "Cleo Call", email: `caller-${++made}@example.com` }],
  },
  { command: "event.walk-in", form: async () => [day, "Check in", { name: "Walt" }] },
  { command: "event.spots", form: async () => [day, "Keep", { spots: "60" }] },
  {
    command: "event.message",
    form: async () => {
      await spot()
      return [day, "Send", { text: "Bring a light." }]
    },
  },
  {
    command: "event.move",
    form: async () => [day, "Move", { text: "Flood.", day: "2026-11-29", time: "08:00" }],
  },
  {
    command: "event.call-off",
    form: async () => [day, "Cancel it", { text: "Storm.", typed: "Saturday Long Run" }],
  },
  {
    command: "event.add",
    form: async () => ["/events", "Add", { event: "saturday-long-run", on: "2026-12-02", time: "18:00" }],
  },
]

const more: readonly Sent[] = [
  {
    command: "comments.switch",
    form: async () => {
      await addOperatorSession(shop.world, "moderator")
      return ["/reports", /^Switch comments (on|off)$/]
    },
  },
  {
    command: "season.close",
    form: async () => {
      await reopenSeason()
      return [seasonPage, "Close the season", { typed: season, early: "yes" }]
    },
  },
  {
    command: "season.disqualify",
    form: async () => {
      await placed()
      return [seasonPage, "Disqualify", { reason: "Rode a bicycle." }]
    },
  },
  {
    command: "season.reinstate",
    form: async () => {
      await placed()
      await browser.press(owner, seasonPage, "Disqualify", { reason: "Rode a bicycle." })
      return [seasonPage, /^Reinstate /]
    },
  },
  {
    command: "season.prizes",
    form: async () => {
      await reopenSeason()
      return [seasonPage, "Set the prizes", { titles: `Shoes ${++made}` }]
    },
  },
  {
    command: "season.codes",
    form: async () => [seasonPage, "Add the codes", { gift: "20% off", codes: `CODE-${++made}` }],
  },
  {
    command: "season.message",
    form: async () => {
      await prize("claimed")
      return [seasonPage, "See who gets it", { subject: `News ${++made}`, text: "They ship on Monday." }]
    },
    confirm: "Send it now",
  },
  {
    command: "season.sponsor",
    form: async () => [seasonPage, "Set the sponsor", { sponsor: String((await sponsor()).id) }],
  },
  {
    command: "race.sponsor",
    form: async () => {
      const { id } = await sponsor()
      return [racesDesk, `Set the sponsor of ${await sideRace()}`, { sponsor: String(id) }]
    },
  },
  {
    command: "newsletter.sponsor",
    form: async () => {
      const { id, name } = await sponsor()
      await shop.world.db.sql`truncate newsletter_issues cascade`
      await browser.press(owner, seasonPage, "Set the sponsor", { sponsor: String(id) })
      return [seasonPage, `Write the email about ${name}`]
    },
  },
  {
    command: "sponsor.add",
    form: async () => ["/seasons/sponsors", "Add the sponsor", { name: `Northline ${++made}` }],
  },
  {
    command: "sponsor.link",
    form: async () => ["/seasons/sponsors", `Make a link for ${(await sponsor()).name}`],
  },
  {
    command: "sponsor.end-link",
    form: async () => {
      const { name } = await sponsor()
      await browser.press(owner, "/seasons/sponsors", `Make a link for ${name}`)
      return ["/seasons/sponsors", `End the link of ${name}`]
    },
  },
  {
    command: "season.change",
    form: async () => [laterSeason, "Save", { finishDays: String(9 + (++made % 5)) }],
  },
  {
    command: "season.copy",
    form: async () => {
      await shop.world.db.sql`update seasons set finish_days = 9 where slug = 'fortnightly-2026-11-23'`
      return [laterSeason, "Copy it", { from: "fortnightly-2026-11-09" }]
    },
  },
  {
    command: "team.transfer",
    form: async () => {
      const name = `race-${++made}`
      const teams = { ...raceFields, name, entrants: "teams", teamSize: "4" }
      await browser.press(owner, racesDesk, "Add the race", teams)
      const joinedAt = "2026-11-20T00:00:00Z"
      for (let nr = 0; nr < 8; nr++) await addAthlete(shop.world, { name: `Drawn ${name} ${nr}`, joinedAt })
      const { db } = shop.world
      await drawTeams(db, (await findRace(db, { season: "fortnightly-2026-11-23", name })) as Race)
      const [one] = await db.sql<{ athlete: string; to: number }>`
        select a.slug as athlete, (3 - t.number)::integer as to from team_members m
        join athletes a on a.id = m.athlete_id join teams t on t.id = m.team_id join races r on r.id = m.race_id
        where r.name = ${name} and t.number <= 2 limit 1`
      return [
        `${racesDesk}/${name}/teams`,
        "Move",
        { athlete: one?.athlete ?? "", to: String(one?.to), reason: "A move" },
      ]
    },
  },
  {
    command: "team.make",
    form: async () => [await captainsRace(), "Make the team", await newTeam()],
  },
  {
    command: "team.change",
    form: async () => [await captainsRace("Reds"), "Rename", { called: `Blues ${++made}` }],
  },
  { command: "team.end", form: async () => [await captainsRace("Reds"), "End this team"] },
  {
    command: "team.copy",
    form: async () => {
      const from = await captainsRace("Reds")
      return [
        await captainsRace(),
        "Copy the teams",
        { from: from.replace(/^.seasons.(.*).races(.*).teams$/, "$1$2") },
      ]
    },
  },
  { command: "series.make", form: async () => [seriesDesk, "Make the race", newSeries()] },
  {
    command: "series.change",
    form: async () => {
      await series()
      return [seriesDesk, "Save the changes", { name: `Two weeks ${++made}` }]
    },
  },
  { command: "series.end", form: async () => [seriesDesk, `End ${await series()}`] },
  {
    command: "series.resume",
    form: async () => {
      const name = await series()
      await browser.press(owner, seriesDesk, `End ${name}`)
      return [seriesDesk, `Let ${name} go on`]
    },
  },
  {
    command: "prize.ship",
    form: async () => [`/seasons/prizes/${await prize("claimed")}`, "Mark as shipped", { tracking: "1Z-1" }],
  },
  {
    command: "prize.tracking",
    form: async () => [
      `/seasons/prizes/${await prize("shipped")}`,
      "Correct it",
      { tracking: `1Z-${++made}` },
    ],
  },
  {
    command: "prize.extend",
    form: async () => [`/seasons/prizes/${await prize("awarded")}`, "Set the day", { until: "2026-12-20" }],
  },
  {
    command: "prize.address",
    form: async () => [
      `/seasons/prizes/${await prize("claimed")}`,
      "Correct the address",
      { line1: `${++made} Main St` },
    ],
  },
  {
    command: "prize.decline",
    form: async () => [
      `/seasons/prizes/${await prize("awarded")}`,
      "Pass it on",
      { reason: "I have no use for it.", sure: "yes" },
    ],
  },
  {
    command: "newsletter.write",
    form: async () => ["/newsletters/new", "Save the draft", { subject: "Miles", markdown: "A week." }],
  },
  {
    command: "newsletter.test",
    form: async () => [await issue(), "Send a test", { to: "owner@example.com" }],
  },
  {
    command: "newsletter.schedule",
    form: async () => [await issue(), "Send now", { typed: "Miles" }],
  },
  { command: "newsletter.pause", form: async () => [await issue("sending"), "Pause"] },
  { command: "newsletter.resume", form: async () => [await issue("paused"), "Resume"] },
  { command: "newsletter.cancel", form: async () => [await issue("sending"), "Stop for good"] },
  { command: "newsletter.retry", form: async () => [await issue("sent"), /^Send again to 1 /] },
  { command: "newsletter.hide", form: async () => [await issue("sent"), "Remove it from the archive"] },
  {
    command: "newsletter.show",
    form: async () => {
      const path = await issue("sent")
      await browser.press(owner, path, "Remove it from the archive")
      return [path, "Put it back in the archive"]
    },
  },
  {
    command: "newsletter.clicks",
    form: async () => ["/newsletters", /^(Stop counting|Count clicks from the next issue on)$/],
  },
  {
    command: "newsletter.suppress",
    form: async () => [
      "/newsletters/subscribers",
      "Never email it again",
      { email: `stop-${++made}@example.com`, note: "By phone" },
    ],
  },
  {
    command: "newsletter.unsuppress",
    form: async () => {
      const email = `free-${++made}@example.com`
      await browser.press(owner, "/newsletters/subscribers", "Never email it again", { email })
      return ["/newsletters/subscribers", "Let it sign up again", { email }]
    },
  },
  {
    command: "content.save",
    form: async () => ["/content/testimonials/new", "Publish", testimonial()],
  },
  {
    command: "content.hide",
    form: async () => ["/content/testimonials", `Hide ${await entry()}`],
  },
  {
    command: "content.show",
    form: async () => {
      const name = await entry()
      await browser.press(owner, "/content/testimonials", `Hide ${name}`)
      return ["/content/testimonials", `Show ${name}`]
    },
  },
  { command: "content.move", form: async () => ["/content/testimonials", `Move ${await entry()} up`] },
  {
    command: "content.take-back",
    form: async () => {
      const name = await entry()
      return [`/content/testimonials/${name.toLowerCase().replace(" ", "-")}`, "Delete it"]
    },
  },
  {
    command: "article.write",
    form: async () => [await article(), "Save the draft", { title: `Hills again ${++made}` }],
  },
  { command: "article.discard", form: async () => [await article(), "Delete it with its versions"] },
  {
    command: "article.unschedule",
    form: async () => {
      const path = await article()
      await browser.press(owner, path, "Save and schedule", { at: "2027-01-02T08:00" })
      return [path, "Do not publish it then"]
    },
  },
  {
    command: "article.unpublish",
    form: async () => {
      const path = await article()
      await browser.press(owner, path, "Save and publish now")
      return [path, "Take it off the site"]
    },
  },
  {
    command: "article.take-back",
    form: async () => [await article("growing-personal-brand"), "Go back to what the site came with"],
  },
  { command: "backup.make", form: async () => ["/service", "Make one now"] },
  { command: "job.retry", form: async () => ["/service", "Try these again"] },
  { command: "job.drop", form: async () => ["/service", "Drop these"] },
]

const season = "fortnightly-2026-11-09"
const seasonPage = `/seasons/${season}`

/** As before its end. */
async function reopenSeason() {
  const { sql } = shop.world.db
  await sql`delete from prizes`
  await sql`delete from season_results`
  await sql`delete from private.season_prizes`
  await sql`update seasons set closed_at = null, settled_at = null where slug = ${season}`
  await sql`update boards set closed_at = null where season_id = (select id from seasons where slug = ${season})`
}

/** An athlete in first place of the closed season. */
async function placed(): Promise<number> {
  await reopenSeason()
  const athlete = await addAthlete(shop.world, {
    name: `Winner ${++made}`,
    email: `winner-${made}@example.com`,
  })
  await shop.world.db
    .sql`update auth.users set created_at = now(), updated_at = now() where created_at is null`
  await closeWith(shop.world.db, {
    season: await seasonNamed(shop.world.db, season),
    at: shop.world.now(),
    lines: [{ athlete, rank: 1, verdict: "eligible" }],
  })
  return athlete
}

/** The prize of the season, in this state. */
async function prize(status: "awarded" | "claimed" | "shipped"): Promise<number> {
  const athlete = await placed()
  const address = {
    name: "Ada",
    line1: "1 Main St",
    city: "Austin",
    region: "TX",
    postalCode: "78701",
    country: "US",
  }
  const [row] = await shop.world.db.sql<{ id: number }>`
    insert into prizes (season_id, place, title, athlete_id, status, shipping_cents, awarded_at, claim_until, claimed_at,
      address, shipped_at)
    select id, 1, 'Shoes', ${athlete}, ${status}, 0, now(), ${new Date("2026-12-04")}, now(),
      ${status === "awarded" ? null : shop.world.db.sql.json(address)}, case when ${status} = 'shipped' then now() end
    from seasons where slug = ${season} returning id::float8 as id`
  return row?.id ?? 0
}

async function sponsor(): Promise<{ id: number; name: string }> {
  const name = `Sponsor ${++made}`
  const added = await addSponsor(shop.world, name)
  return { id: added.ok ? added.id : 0, name }
}

const seriesDesk = "/seasons/series"
const newSeries = () => ({
  ...{ slug: `weeks-${++made}`, name: `Weeks ${made}`, length: "7", beginsOn: "2027-03-01" },
  ...{ shipping: "0", finishDays: "3", prizes: "" },
})

/** A race that has not begun, the only one that can be changed and ended. */
async function series(): Promise<string> {
  await shop.world.db.sql`delete from seasons where series like 'weeks-%'`
  await shop.world.db.sql`delete from series where slug like 'weeks-%'`
  const fields = newSeries()
  await browser.press(owner, seriesDesk, "Make the race", fields)
  return fields.name
}

/** An issue that was tested and has a reader. */
async function issue(state: "draft" | "sending" | "paused" | "sent" = "draft"): Promise<string> {
  const { world } = shop
  await addReaders(world.db, "newsletter", ["reader@example.com"])
  const text = {
    list: "newsletter",
    subject: "Miles",
    preview: "",
    markdown: "A week.",
    html: "",
    places: null,
  }
  const created = await createIssue(world, text)
  const id = created.ok ? created.id : 0
  await world.db.sql`
    update newsletter_issues set state = ${state}, tested_at = now(), scheduled_at = now(),
      published_at = case when ${state} = 'sent' then now() end where id = ${id}`
  if (state === "sent")
    await world.db.sql`
      insert into newsletter_deliveries (issue_id, subscriber_id, state)
      select ${id}, id, 'failed' from subscribers where email = 'reader@example.com'`
  return `/newsletters/${id}`
}

const testimonial = () => ({ quote: "I had time to find my shoes.", name: `Ana ${++made}`, detail: "Baker" })

/** Words that an operator has added; their name. */
async function entry(): Promise<string> {
  const fields = testimonial()
  await browser.press(owner, "/content/testimonials/new", "Publish", fields)
  return fields.name
}

/** The page of a draft; of one of the articles that the site came with, if it is named. */
async function article(origin: string | null = null): Promise<string> {
  const draft = {
    ...defaultDraft(origin ?? "rise-of-club-balboa"),
    ...(origin ? {} : { slug: `hills-${++made}` }),
  }
  const saved = await writeArticleFromConsole(shop.world, owner, { id: null, origin, draft, read: 0 })
  return `/articles/${"id" in saved ? saved.id : 0}`
}

const laterSeason = "/seasons/fortnightly-2026-11-23"
const racesDesk = `${laterSeason}/races`
const raceFields = {
  title: "Weekend",
  words: "Points of the weekend.",
  metric: "points",
  leastMinutes: "30",
  leastDays: "1",
  entrants: "athletes",
}

async function sideRace(): Promise<string> {
  const title = `Race ${++made}`
  await browser.press(owner, racesDesk, "Add the race", { ...raceFields, name: `race-${made}`, title })
  return title
}

/** The desk of the teams of a new race of captains' teams, with a team of this name. */
async function captainsRace(team?: string): Promise<string> {
  const name = `race-${++made}`
  await browser.press(owner, racesDesk, "Add the race", { ...raceFields, name, entrants: "captains" })
  const desk = `${racesDesk}/${name}/teams`
  if (team) await browser.press(owner, desk, "Make the team", { ...(await newTeam()), called: team })
  return desk
}

async function newTeam() {
  const athlete = await addAthlete(shop.world, { name: `Captain ${++made}` })
  const [row] = await shop.world.db.sql<{ slug: string }>`select slug from athletes where id = ${athlete}`
  return { called: `Team ${made}`, captain: row?.slug ?? "" }
}

const numberField = /Type the order number, (\w{8})/

const sent = [...some, ...more]

/** Commands that no form without scripts gives, each with how it is given. */
const elsewhere: readonly (readonly [commands: RegExp, how: string])[] = [
  [/^\w+\.(export|read)$|^review\.file$/, "by opening a page or a file"],
  [/^(report|inbox)\.reopen$|^season\.doubt$|^job\.keep$|^newsletter\.unimport$|^event\.remove$/, "by Undo"],
  [/^(accounts|keys|competition|source|person\.import|content\.import)(\.(?!release)|$)/, "in a shell"],
  [/\.picture$/, "with a file, in newsletters.test.ts and articles.test.ts"],
  [/^newsletter\.import$/, "with a file, in newsletters.test.ts"],
  [/^article\.(publish|schedule)$/, "with a new version, which is a command of its own: articles.test.ts"],
]

/** The form as an owner would submit it, with its preview confirmed. */
async function filled({ form, confirm }: Sent) {
  const [path, button, fields] = await form()
  const first = await browser.fill(owner, path, button, fields)
  if (!confirm) return first
  const { html } = await browser.post(owner, first.path, first.body)
  const number = numberField.exec(html)?.[1]
  return browser.fillIn(html, path, confirm, number === undefined ? {} : { number })
}

const isDone = ({ status, location, html }: PlainAnswer) =>
  (status === 302 && !location?.includes("/prove")) || (status === 200 && html.includes("border-success"))

describe("A form without scripts", () => {
  beforeEach(async () => {
    await shop.world.db.sql`truncate event_occurrences cascade`
    await shop.world.db.sql`truncate races cascade`
  })

  test.each(sent)("$command writes exactly one entry", async (given) => {
    const { path, body } = await filled(given)
    const before = await lastEntry()
    const answer = await browser.post(owner, path, body)
    expect([isDone(answer), answer.status], answer.html.slice(0, 3000)).toEqual([true, answer.status])
    // The response may be a person's page, and reading it is recorded.
    const entries = (await lastCommands(before)).filter((one) => one !== "person.read")
    expect(entries).toEqual([given.command])
  })

  test.each(sent)("$command pressed twice at once, and once more, is done once", async (given) => {
    const { path, body } = await filled(given)
    const before = await lastEntry()
    const mails = await countMails()
    const answers = await Promise.all([browser.post(owner, path, body), browser.post(owner, path, body)])
    const mailed = (await countMails()) - mails
    answers.push(await browser.post(owner, path, body))
    for (const answer of answers)
      expect([isDone(answer), answer.status], answer.html.slice(0, 3000)).toEqual([true, answer.status])
    expect((await lastCommands(before)).filter((one) => one !== "person.read")).toEqual([given.command])
    expect((await countMails()) - mails).toBe(mailed)
    // The same form filled in again is another press, whatever the command returns.
    const again = new URLSearchParams([...body])
    again.set("press", "another press of this button")
    expect((await browser.post(owner, path, again)).html).not.toContain("Done, once.")
  })

  test("Every command of operators has a form here, except those that are given in another way", () => {
    const names = (Object.keys(commands) as CommandName[]).filter(
      (name) => !elsewhere.some(([pattern]) => pattern.test(name)),
    )
    expect(sent.map(({ command }) => command).sort()).toEqual(names.sort())
    for (const [pattern, how] of elsewhere)
      expect(
        Object.keys(commands).some((name) => pattern.test(name)),
        how,
      ).toBe(true)
  })

  test("Every desk opens for its role, and is no page for a lesser one", async () => {
    const writer = await addOperatorSession(shop.world, "writer")
    const opened = routes.flatMap(({ path = "" }) => (path && !path.includes(":") ? [`/${path}`] : []))
    expect(opened.length).toBeGreaterThan(20)
    for (const path of opened) {
      if (path === "/prove") continue
      const { status, html } = await browser.get(owner, path)
      expect([path, status], html.slice(0, 500)).toEqual([path, 200])
      const desk = deskAt(`/${path.split(/[/.]/)[1]}`)
      expect([path, (await browser.get(writer, path)).status]).toEqual([
        path,
        desk.needs === "writer" ? 200 : 404,
      ])
    }
  })

  test.each(sent.filter(({ command }) => ruleOf(command).needs === "owner"))(
    "A helper has no form for $command, and the owner's form submitted by a helper does nothing",
    async (given) => {
      const { path, body } = await filled(given)
      const before = await lastEntry()
      const { status } = await browser.post(helper, path, body)
      const isOfHelpers = path.startsWith("/events") || path === "/review/photos" || path === "/reports"
      expect(status).toBe(isOfHelpers ? 409 : 404)
      expect(await lastCommands(before)).toEqual([])
      const page = await browser.get(helper, path)
      if (path.startsWith("/events"))
        expect(page.html).not.toMatch(/value="(spots|move|call-off|message)"|name="event"/)
      else if (isOfHelpers) expect(page.html).not.toMatch(/name="(rule|comments)"/)
      else expect(page.status).toBe(404)
    },
  )

  test.each(sent.filter(({ command }) => ruleOf(command).proof))(
    "$command requires the second factor again after ten minutes, and does nothing until then",
    async (given) => {
      const { path, body } = await filled(given)
      const before = await lastEntry()
      const late = { ...owner, provenAt: new Date(shop.world.now().getTime() - 10 * 60_000) }
      const { status, location } = await browser.post(late, path, body)
      expect([status, location]).toEqual([
        302,
        `/operator/prove?next=${encodeURIComponent(`/operator${path}`)}`,
      ])
      expect(await lastCommands(before)).toEqual([])
    },
  )
})

test.each([
  ["a date is called off", async () => [day, "Cancel it", { text: "Storm.", typed: "Long Run" }], "typed"],
  [
    "a person is erased",
    async () => [`/people/${(await waiting()).userId}`, "Erase", { typed: "runner" }],
    "typed",
  ],
  [
    "an order is refunded",
    async () => {
      const path = `/orders/${await bought()}`
      return [path, "Refund…", { amount: "9" }]
    },
    "number",
  ],
] as const)("Before %s, its name is typed exactly", async (_what, form, field) => {
  const [path, button, fields] = (await form()) as Awaited<ReturnType<Sent["form"]>>
  const filled = await browser.fill(owner, path, button, fields)
  if (field === "number") filled.body.set("number", "00000000")
  const before = await lastEntry()
  const { html } = await browser.post(owner, filled.path, filled.body)
  expect(html).not.toContain("border-success")
  expect((await lastCommands(before)).filter((one) => one !== "person.read")).toEqual([])
})

test('One press of "Undo" does not lift a ban: a page shows the effect and asks for a reason', async () => {
  const { userId } = await waiting()
  await browser.press(owner, `/people/${userId}`, "Ban", { reason: "Insults" })
  const [{ entry = 0 } = {}] = await shop.world.db.sql<{ entry: number }>`
    select max(id)::float8 as entry from private.journal where command = 'person.ban'`
  const asked = await browser.post(owner, "/journal", { undo: String(entry) })
  const page = `/journal/${entry}/undo`
  expect([asked.status, asked.location]).toEqual([302, `/operator${page}`])
  expect((await browser.get(owner, page)).html).toContain("What it would do now")
  const done = async () => (await lastCommands(entry)).filter((one) => one !== "person.read")
  await browser.press(owner, page, "Undo it", { reason: "No" })
  expect(await done()).toEqual([])
  await browser.press(owner, page, "Undo it", { reason: "Another person" })
  expect(await done()).toEqual(["person.unban"])
  expect((await browser.get(owner, page)).html).not.toContain("Undo it")
})

describe("Commands on many rows", () => {
  async function group(name: string, count: number): Promise<number[]> {
    const ids: number[] = []
    for (let n = 0; n < count; n++) {
      const athlete = await addAthlete(shop.world, { name: `${name} ${n}` })
      await onActivity(shop.world, athlete, sentRun({ distanceM: 22_000 }))
    }
    const { rows } = await pageOfReviews(
      shop.world,
      { view: "waiting", athlete: name },
      { limit: 99, offset: 0 },
    )
    ids.push(...rows.map(({ id }) => id))
    return ids
  }
  const statuses = async (ids: number[]) =>
    (
      await shop.world.db.sql<{ status: string }>`
        select status from activities where id = any(${ids}) order by id`
    ).map(({ status }) => status)

  test("The server evaluates the filter again; other rows stay, refusals are counted, one undo reverses all", async () => {
    const [matching, others] = [await group("Lake", 4), await group("Hill", 2)]
    const list = "/review?athlete=lake"
    const { path, body } = await browser.fill(owner, list, "Decline", { all: "yes", reason: "A car." })
    // Changes since the list was opened: somebody else is looking at one activity, and one more matches.
    await browser.get(helper, `/review/${matching[0]}`)
    const more = await group("Lakeside", 1)
    const preview = await browser.post(owner, path, body)
    expect(preview.html).toContain(
      "5 match, 4 possible, 1 refused: Another operator is looking at it right now.",
    )
    const before = await lastEntry()
    expect(await statuses(matching)).toEqual(Array(4).fill("review"))
    const confirmed = browser.fillIn(preview.html, list, /^Decline/)
    const done = await browser.post(owner, confirmed.path, confirmed.body)
    expect(done.html).toContain("Decline: 4 of 5.")
    expect(await statuses([...matching, ...more])).toEqual(["review", ...Array(4).fill("excluded")])
    expect(await statuses(others)).toEqual(["review", "review"])
    expect(await lastCommands(before)).toEqual(Array(4).fill("review.decline"))
    const back = browser.fillIn(done.html, list, "Undo all of it")
    expect((await browser.post(owner, back.path, back.body)).html).toContain("4 undone")
    expect(await statuses([...matching, ...more])).toEqual(Array(5).fill("review"))
  })

  test("A CSV file contains the filtered rows, and the export is recorded", async () => {
    await group("River", 2)
    for (const [path, command, rows] of [
      ["/review.csv?athlete=river", "review.export", 2],
      ["/people.csv?q=mara%40northline", "people.export", 1],
      ["/inbox.csv?search=nobody-wrote-this", "inbox.export", 0],
      ["/orders.csv?search=nobody-bought-this", "order.export", 0],
      [`${day}.csv?search=nobody-comes`, "event.export", 0],
      ["/journal.csv?operator=nobody", "journal.export", 0],
    ] as const) {
      const before = await lastEntry()
      const { html, status } = await browser.get(owner, path)
      expect([path, status, html.trim().split("\r\n").length - 1]).toEqual([path, 200, rows])
      expect(await lastCommands(before)).toEqual([command])
    }
  })

  test("A saved address with a column that no longer exists opens without it", async () => {
    const { html } = await browser.get(owner, "/review?view=decided&columns=athlete,shoe&color=red")
    expect(html).toContain("color = red, column shoe")
    // The only remaining column, after the one with the checkboxes.
    expect(html.match(/<th /g)).toHaveLength(2)
  })
})

test("The code in a confirmation mail leads to the page that checks its owner in", async () => {
  const { name } = await spot()
  const mail = shop.mails.findLast(({ html }) => html?.includes("/code.png"))
  const picture = new URL(/src="([^"]*\/code\.png)"/.exec(mail?.html ?? "")?.[1] ?? "")
  const answer = await spotCodeEndpoint(shop.world).request(picture.pathname)
  expect(answer.headers.get("content-type")).toBe("image/png")
  prepareZXingModule({
    overrides: {
      wasmBinary: new Uint8Array(
        await readFile(new URL(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"))),
      ).buffer,
    },
  })
  const [code] = await readBarcodes(new Uint8Array(await answer.arrayBuffer()))
  expect(code).toMatchObject({ isValid: true, format: "QRCode" })
  const { origin, pathname } = new URL(code?.text ?? "")
  expect(origin).toBe(shop.world.settings.siteUrl)
  const between = await (await consoleLinks().request(pathname)).text()
  const path = /<a href="\/operator([^"]*)">Continue</.exec(between)?.[1] ?? ""
  expect((await browser.get(helper, path)).html).toContain(name)
  expect((await browser.press(helper, path, "Check in")).html).toContain(`${name} is here.`)
  await expect(browser.press(helper, path, "Check in")).rejects.toThrow("has no form")
  expect((await browser.post(helper, path, {})).status).toBe(409)
})

test("Viewing as a member offers only to end the view, and requests there change nothing", async () => {
  const { userId } = await waiting()
  await browser.press(owner, `/people/${userId}`, "View as this member", { reason: "Sees no activities" })
  const path = `/people/${userId}/as`
  const { html } = await browser.get(owner, path)
  expect(html).toContain("Nothing can be changed here.")
  expect([...html.matchAll(/<form/g)]).toHaveLength(1)
  const before = await lastEntry()
  const facts = async () =>
    JSON.stringify(
      await shop.world.db
        .sql`select * from athletes a join auth.users u on u.id = a.user_id where u.id = ${userId}`,
    )
  const was = await facts()
  await browser.post(owner, path, { do: "ban", name: "X", role: "owner", visibility: "hidden" })
  expect([await facts(), await lastCommands(before)]).toEqual([was, []])
  expect((await browser.get(owner, path)).status).toBe(404)
  expect((await browser.get(helper, path)).status).toBe(404)
})

test("A moderator has Today and Reports, without data of the reporter, and no other desk", async () => {
  const moderator = await addOperatorSession(shop.world, "moderator")
  const { report } = await reported()
  const entry = await browser.get(moderator, `/reports/${report}`)
  expect(entry.status).toBe(200)
  expect(entry.html).not.toMatch(/Reporter|@example|@b4m/)
  expect((await browser.get(moderator, "/today")).html).toContain("waiting for a moderator")
  for (const path of [
    "/review",
    "/inbox",
    "/people",
    "/orders",
    "/events",
    "/newsletters",
    "/seasons",
    "/journal",
    "/service",
  ])
    expect([path, (await browser.get(moderator, path)).status]).toEqual([path, 404])
  expect(
    (await browser.press(moderator, `/reports/${report}`, "It stays", { statement: "It is a common name." }))
      .location,
  ).toContain("/reports?done=")
})
