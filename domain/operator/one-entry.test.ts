/** Every operator command, performed once, leaves exactly one entry with its own name. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Series } from "#content/competitions.ts"
import { events } from "#content/events.ts"
import { firstRaces, type SideRace } from "#content/races.ts"
import { objectToDecision } from "#domain/community/objection.ts"
import { reportQueue } from "#domain/community/queue.ts"
import { reportAthlete } from "#domain/community/report.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { findRace, type Race } from "#domain/competition/races/race.ts"
import { object } from "#domain/competition/review/objections.ts"
import { daysToCheck, isDoubtful } from "#domain/competition/seasons/days-to-check.ts"
import { drawTeams } from "#domain/competition/teams/draw-teams.ts"
import { attendeesOf } from "#domain/events/attend.ts"
import { askToJoin, confirmSpot } from "#domain/events/join.ts"
import { type Occurrence, occurrenceAt } from "#domain/events/occurrence.ts"
import { heldOn } from "#domain/events/upcoming-days.ts"
import { sendIssue } from "#domain/leads/newsletter/send.ts"
import { placePhoto } from "#domain/members/photo.ts"
import {
  addArticlePicture,
  publishFromConsole,
  runArticle,
  scheduleFromConsole as scheduleArticleFromConsole,
  writeArticleFromConsole,
} from "#domain/operator/articles/article-commands.ts"
import { addChatAsOperator, endChatAsOperator, testChatAsOperator } from "#domain/operator/chats.ts"
import { type CommandName, commands, ruleOf } from "#domain/operator/commands.ts"
import {
  moveContent,
  saveContent,
  setHidden,
  takeBackContent,
} from "#domain/operator/content/content-commands.ts"
import { drawTeamsEarly, moveToTeam } from "#domain/operator/drawn-teams.ts"
import {
  checkInFromConsole,
  freeFromConsole,
  guestsFromConsole,
  putFromConsole,
  runDay,
  seatFromConsole,
  transferFromConsole,
  walkInFromConsole,
} from "#domain/operator/events/event-commands.ts"
import { noteExport } from "#domain/operator/export-list.ts"
import { answerFromInbox, decideSubmission, noteOnSubmission } from "#domain/operator/inbox/decide.ts"
import { handleSubmission } from "#domain/operator/inbox/handle.ts"
import { dropReply, saveReply } from "#domain/operator/inbox/saved-replies.ts"
import {
  addPicture,
  runIssue,
  scheduleFromConsole,
  testIssue,
  writeIssue,
  writeSponsorIssue,
} from "#domain/operator/newsletters/newsletter-commands.ts"
import {
  importFromConsole,
  suppressFromConsole,
  switchClicksFromConsole,
  undoImportFromConsole,
  unsuppressFromConsole,
} from "#domain/operator/newsletters/subscriber-commands.ts"
import { noteCommand } from "#domain/operator/note-command.ts"
import {
  endOrderSubscription,
  fulfillOrder,
  noteOnOrder,
  refundFromConsole,
  resendFromConsole,
} from "#domain/operator/orders/order-commands.ts"
import {
  confirmAddress,
  erasePerson,
  exportPerson,
  setBan,
  setHostedEvents,
  setRole,
} from "#domain/operator/people/account.ts"
import { eraseAddress } from "#domain/operator/people/erase-address.ts"
import { openPerson } from "#domain/operator/people/person.ts"
import { decidePhotoAsOperator, switchPhotoReviewAsOperator } from "#domain/operator/people/photo-commands.ts"
import { resendMail } from "#domain/operator/people/resend.ts"
import { setTie } from "#domain/operator/people/tie.ts"
import { beginView } from "#domain/operator/people/view-as.ts"
import {
  correctPrizeAddress,
  correctPrizeTracking,
  declinePrize,
  extendClaim,
  shipPrize,
} from "#domain/operator/prizes.ts"
import { addSideRace, changeSideRace, endSideRace } from "#domain/operator/races.ts"
import { releaseFromConsole } from "#domain/operator/release-missing.ts"
import {
  decideEntry,
  endMute,
  muteAthlete,
  replyToModerationObjection,
  switchCommentsAsOperator,
} from "#domain/operator/reports/report-commands.ts"
import { decideReview, noteOn } from "#domain/operator/review/decide.ts"
import { readRecording } from "#domain/operator/review/recording.ts"
import { replyToObjection } from "#domain/operator/review/reply.ts"
import type { Operator } from "#domain/operator/roles.ts"
import { changeSeason, copySeason } from "#domain/operator/season-setup.ts"
import {
  addSeasonCodes,
  closeSeason,
  disqualifyAthlete,
  reinstateAthlete,
  setSeasonPrizes,
  writeToWinners,
} from "#domain/operator/seasons.ts"
import { changeRaceSeries, endRaceSeries, makeRaceSeries, resumeRaceSeries } from "#domain/operator/series.ts"
import { dropJobs, makeBackup, retryJobs } from "#domain/operator/service.ts"
import {
  addSponsorFromConsole,
  linkSponsor,
  setSponsorFromConsole,
  unlinkSponsor,
} from "#domain/operator/sponsors.ts"
import { copyTeams, endTeams, makeTeam, renameRaceTeam } from "#domain/operator/teams.ts"
import { undo } from "#domain/operator/undo.ts"
import { clearWinnersDay, reopenDay } from "#domain/operator/winners-check.ts"
import { defaultDraft } from "#domain/publishing/articles/article.ts"
import { showOrder } from "#domain/shop/books.ts"
import type { World } from "#domain/world.ts"
import { addressData, personalData } from "#server/world/privacy.ts"
import { willingChat } from "#test/support/chat.ts"
import { addMember } from "#test/support/community.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { goodAnswers, send } from "#test/support/leads.ts"
import { listSubmissions } from "#test/support/lists.ts"
import { addReaders } from "#test/support/newsletters.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { takePhoto, withPhotos } from "#test/support/photos.ts"
import { closeAndAward, seasonNamed } from "#test/support/seasons.ts"
import { click, coaching, openShop, press, type Shop, starterKit } from "#test/support/shop.ts"

let shop: Shop
let world: World
let owner: Operator
beforeAll(async () => {
  shop = openShop(await createCompetitionWorld())
  world = {
    ...withPhotos(shop.world),
    chat: willingChat,
    // The encoding of pictures is tested elsewhere.
    pictures: {
      portraits: async () => [],
      fitted: async (bytes) => ({ width: 1, height: 1, format: "jpg", bytes }),
    },
    machine: {
      ...({} as NonNullable<World["machine"]>),
      retryJobs: async (ids) => ids.length,
      dropJobs: async (ids) => ids.length,
      keepJobs: async (ids) => ids.length,
      backUp: async () => {},
    },
    transports: {
      ...shop.world.transports,
      newsletters: {
        repeatable: false,
        deliver: async () => ({ ok: false, permanent: true, reason: "554 No" }),
      },
    },
  }
  owner = await addOperatorSession(world, "owner")
})
afterAll(() => shop.close())

const laterSeason = "fortnightly-2026-11-23"
const [sideRace] = firstRaces.monthly as [SideRace]
const series = (slug: string): Series => ({
  ...{
    slug,
    name: "Weeks",
    page: slug,
    board: `this-${slug}`,
    length: 7,
    beginsOn: "2027-03-01",
    endsOn: null,
  },
  ...{ prizes: [], finishDays: 3, prizeShippingCents: 0, noBackToBack: false },
})
const season = "fortnightly-2026-11-09"

/** A race of captains' teams in a season that has not begun, and an athlete to be the captain. */
async function raceOfTeams(name: string) {
  await addSideRace(world, owner, {
    season: laterSeason,
    race: { ...sideRace, name, metric: "points", daysAWeek: null, entrants: "teams", teamSize: 4 },
  })
  const joinedAt = "2026-11-20T00:00:00Z"
  for (let nr = 0; nr < 8; nr++) await addAthlete(world, { joinedAt, email: `${name}-${nr}@b4m.test` })
  return { season: laterSeason, name }
}

async function captainsRace(name: string) {
  await addSideRace(world, owner, {
    season: laterSeason,
    race: { ...sideRace, name, metric: "points", daysAWeek: null, entrants: "captains" },
  })
  const athlete = await addAthlete(world)
  const { slug } = await one(world.db.sql<{ slug: string }>`select slug from athletes where id = ${athlete}`)
  return { season: laterSeason, name, captain: slug }
}

/** Two athletes in the season, so that somebody can win its prizes. */
async function compete() {
  await waiting()
  const athlete = await addAthlete(world, {
    email: `${randomUUID().slice(0, 8)}@example.com`,
    name: "Winner",
  })
  await onActivity(world, athlete, sentRun())
}

/** The slug of an athlete of the season, which is closed. */
async function placed(): Promise<string> {
  const [open] = await world.db.sql`select from seasons where slug = ${season} and settled_at is null`
  if (open) {
    await compete()
    await closeAndAward(world, season)
  }
  const { slug } = await one(world.db.sql<{ slug: string }>`
    select a.slug from athletes a join season_results r on r.athlete_id = a.id
    where not exists (select from disqualifications d where d.athlete_id = a.id) order by r.line limit 1`)
  return slug
}
const home = {
  name: "Ada Vale",
  line1: "1 Main St",
  line2: null,
  city: "Austin",
  region: "TX",
  postalCode: "78701",
  country: "US",
}
/** The prize of the season, in this state. */
async function prize(status: "awarded" | "claimed" | "shipped"): Promise<number> {
  await placed()
  const { id } = await one(world.db.sql<{ id: number }>`
    update prizes set status = ${status}, shipping_paid_at = now(), address = ${world.db.sql.json(home)}
    where id = (select id from prizes where status <> 'withdrawn' order by id limit 1) returning id::float8 as id`)
  return id
}
/** A day of an athlete that needs a check, in a season that stays open. */
async function doubtful() {
  const month = "monthly-2026-11"
  await compete()
  const { slug: athlete, id: athleteId } = await one(world.db.sql<{ slug: string; id: number }>`
    select slug, id::float8 as id from athletes order by id desc limit 1`)
  const [day] = (await daysToCheck(world.db, await seasonNamed(world.db, month), [athleteId])).filter(
    isDoubtful,
  )
  return { season: month, athlete, athleteId, on: day?.on ?? "", seen: day?.seen ?? [] }
}
const run = events.find(({ slug }) => slug === "saturday-long-run") as (typeof events)[number]

async function entries(): Promise<string[]> {
  const rows = await world.db.sql<{ command: string }>`select command from private.journal order by id`
  return rows.map(({ command }) => command)
}

async function one<Row extends object>(rows: PromiseLike<Row[]>): Promise<Row> {
  const [row] = await rows
  if (!row) throw new Error("Nothing was found")
  return row
}

/** An activity that waits for review, and its owner. */
async function waiting() {
  const email = `${randomUUID().slice(0, 8)}@example.com`
  const athlete = await addAthlete(world, { email })
  await onActivity(world, athlete, sentRun({ distanceM: 22_000 }))
  const { id } = await one(world.db.sql<{ id: number }>`
    select id::float8 as id from activities where athlete_id = ${athlete} and status = 'review'`)
  const { userId } = await one(world.db.sql<{ userId: string }>`
    update auth.users set created_at = ${world.now()}, updated_at = ${world.now()}
    where id = (select user_id from athletes where id = ${athlete}) returning id as "userId"`)
  return { id, userId, email }
}

async function submission(): Promise<string> {
  await send(shop, "partner", {
    ...goodAnswers.partner,
    email: `${randomUUID().slice(0, 8)}@northline.example`,
  })
  const [newest] = await listSubmissions(world.db)
  return newest?.id ?? ""
}

async function bought(item = starterKit) {
  const { orderId, url } = await click(shop, item)
  await press(shop, url, "pay")
  await shop.deliver()
  await shop.settle()
  const found = await showOrder(world, orderId)
  if (!found.ok) throw new Error(found.code)
  return found.order
}

const words = {
  kind: "testimonials",
  fields: { quote: "I had time to find my shoes, and nobody left.", name: "Ana", detail: "Baker" },
  pictures: {},
  state: "published",
} as const
/** A command about words that an operator has changed. */
async function content<Done>(perform: (at: { kind: "testimonials"; slug: string; version: number }) => Done) {
  const { fields, ...edit } = words
  const name = `Ana ${randomUUID().slice(0, 8)}`
  const saved = await saveContent(world, owner, {
    ...edit,
    fields: { ...fields, name },
    slug: null,
    version: 0,
  })
  if (!saved.ok) throw new Error(saved.code)
  return () => perform({ kind: "testimonials", slug: saved.slug, version: saved.version })
}

const day = async (on = "2026-11-28") => (await heldOn(world.db, run, on)) as Occurrence
let people = 0
async function spot(): Promise<string> {
  const name = `Guest ${people++}`
  await askToJoin(world, await day(), { name, email: `guest-${people}@example.com` })
  await confirmSpot(world, /\/events\/spot\/(\w+)/.exec(shop.mails.at(-1)?.text ?? "")?.[1] ?? "")
  return (await attendeesOf(world.db, await day(), name))[0]?.id ?? ""
}

let articles = 0
/** Two articles cannot have one address. */
const anArticle = () => ({
  ...{ id: null, origin: null, read: 0 },
  draft: { ...defaultDraft("rise-of-club-balboa"), slug: `hills-${++articles}` },
})
const origin = "growing-personal-brand"
async function ofArticle<Done>(
  run: (id: number) => Promise<Done>,
  before: (id: number) => Promise<unknown> = async () => {},
) {
  const made = await writeArticleFromConsole(world, owner, anArticle())
  const id = "id" in made ? Number(made.id) : 0
  await before(id)
  return () => run(id)
}
const scheduleIt = (id: number) =>
  scheduleArticleFromConsole(world, owner, {
    ...{ id, version: 1 },
    at: new Date(world.now().getTime() + 86_400_000),
  })

const text = { list: "newsletter", subject: "Miles", preview: "", markdown: "A week.", places: null }
async function draft(): Promise<number> {
  const made = await writeIssue(world, owner, null, text)
  return "id" in made ? made.id : 0
}
/** A draft that was tested and has a reader; its entries are separate. */
async function ready(): Promise<number> {
  const id = await draft()
  await addReaders(world.db, "newsletter", ["reader@example.com"])
  await testIssue(world, owner, id, "owner@example.com")
  return id
}
async function scheduled(): Promise<number> {
  const id = await ready()
  await scheduleFromConsole(world, owner, id, world.now())
  return id
}
async function sending(): Promise<number> {
  const id = await scheduled()
  await world.db.sql`update newsletter_issues set state = 'sending', published_at = now() where id = ${id}`
  return id
}
const proof = { source: "Sheet", on: "2026-05-01", text: "Yes" }
const importing = () =>
  importFromConsole(world, owner, {
    list: "newsletter",
    file: `email\n${randomUUID()}@example.com`,
    common: proof,
  })

/** The chat of another channel. */
const chat = () => ({
  series: "monthly",
  address: `https://hooks.slack.com/services/T00000000/B00000000/${randomUUID()}`,
})
async function sponsor(): Promise<number> {
  const made = await addSponsorFromConsole(world, owner, `Northline ${randomUUID().slice(0, 8)}`)
  return "id" in made ? made.id : 0
}

async function photo() {
  const { userId } = await waiting()
  await placePhoto(world, userId, await takePhoto())
  const { version } = await one(world.db.sql<{ version: string }>`
    select p.version from athlete_photos p join athletes a on a.id = p.athlete_id where a.user_id = ${userId}`)
  return version
}

/** A report of a member about another one. */
async function reported() {
  const [author, reporter] = [await addMember(world, "Author"), await addMember(world, "Reporter")]
  await world.db.sql`
    update auth.users set created_at = ${world.now()}, updated_at = ${world.now()} where id in (${author.userId}, ${reporter.userId})`
  const sent = { slug: author.slug, about: "athlete", reason: "insult", note: "", ip: null } as const
  await reportAthlete(world, reporter.userId, sent)
  const entry = (await reportQueue(world, { operatorId: null })).find(
    ({ athleteId }) => athleteId === author.id,
  )
  return { author, report: entry?.report ?? 0 }
}
const decided = { rule: "insult", statement: "It insults another member." } as const

/** Sets up the data that the command needs. Returns the command, which runs once the entries have been counted. */
type Prepared = () => Promise<{ ok: boolean } | unknown>
const prepare: Record<CommandName, () => Promise<Prepared>> = {
  "review.count": async () => deciding("count"),
  "review.decline": async () => deciding("decline"),
  "review.reset": async () => {
    const { id } = await waiting()
    await decideReview(world, owner, { id, decision: "decline" })
    return () => decideReview(world, owner, { id, decision: null })
  },
  "review.note": async () => {
    const { id } = await waiting()
    return () => noteOn(world, owner, { id, text: "Asked." })
  },
  "review.answer": async () => {
    const { id, userId } = await waiting()
    await object(world, { userId, activityId: id, text: "I ran it." })
    return () => replyToObjection(world, owner, { id, text: "You did.", counts: true })
  },
  "review.file": async () => {
    const { id } = await waiting()
    const file = await one(world.db.sql<{ athlete: number; content: string }>`
      select athlete_id::float8 as athlete, split_part(external_id, '#', 1) as content from activities where id = ${id}`)
    const bytes = (async function* () {
      yield new TextEncoder().encode("a recording")
    })()
    const { key } = await world.files.put(`recordings/${file.athlete}`, bytes)
    await world.db.sql`
      insert into recording_files (athlete_id, content_id, sha256, name, size, stored_at)
      values (${file.athlete}, ${file.content}, ${key.split("/").at(-1)}, 'run.fit', 11, now())`
    return async () => {
      const read = await readRecording(world, owner, id)
      if (read.ok && "original" in read) await read.original.body.cancel()
      return read
    }
  },
  "report.hide": async () => {
    const { report } = await reported()
    return () => decideEntry(world, owner, { report, action: "hide", ...decided })
  },
  "report.keep": async () => {
    const { report } = await reported()
    return () => decideEntry(world, owner, { report, action: "keep", ...decided })
  },
  "report.reopen": async () => {
    const { report } = await reported()
    const done = await decideEntry(world, owner, { report, action: "hide", ...decided })
    return () => undo(world, owner, ("entry" in done && done.entry) || 0)
  },
  "report.reply": async () => {
    const { author, report } = await reported()
    await decideEntry(world, owner, { report, action: "hide", ...decided })
    const { id } = await one(world.db.sql<{ id: number }>`
      select id::float8 as id from private.moderation_decisions where athlete_id = ${author.id}`)
    await objectToDecision(world, author.userId, { decision: id, text: "It is my name." })
    return () => replyToModerationObjection(world, owner, { decision: id, reply: "It stays.", upheld: false })
  },
  "member.mute": async () => {
    const { author } = await reported()
    return () => muteAthlete(world, owner, { athleteId: author.id, days: 7, reason: "Threats" })
  },
  "member.unmute": async () => {
    const { author } = await reported()
    await muteAthlete(world, owner, { athleteId: author.id, days: 7, reason: "Threats" })
    return () => endMute(world, owner, { athleteId: author.id })
  },
  "season.prizes": async () => () =>
    setSeasonPrizes(world, owner, { season: "fortnightly-2026-11-23", titles: ["A shirt"] }),
  "season.codes": async () => () =>
    addSeasonCodes(world, owner, { season: laterSeason, gift: "20% on socks", codes: ["A-1"] }),
  "season.change": async () => () =>
    changeSeason(world, owner, { season: laterSeason, setUp: { finishDays: 5 } }),
  "season.copy": async () => () => copySeason(world, owner, { season: laterSeason, from: season }),
  "series.make": async () => () => makeRaceSeries(world, owner, { series: series("made"), copied: null }),
  "series.change": async () => {
    await makeRaceSeries(world, owner, { series: series("changed"), copied: null })
    return () => changeRaceSeries(world, owner, { series: { ...series("changed"), finishDays: 5 } })
  },
  "series.end": async () => {
    await makeRaceSeries(world, owner, { series: series("ended"), copied: null })
    return () => endRaceSeries(world, owner, { slug: "ended" })
  },
  "series.resume": async () => {
    await makeRaceSeries(world, owner, { series: series("resumed"), copied: null })
    await endRaceSeries(world, owner, { slug: "resumed" })
    return () => resumeRaceSeries(world, owner, { slug: "resumed" })
  },
  "race.add": async () => () => addSideRace(world, owner, { season: laterSeason, race: sideRace }),
  "race.change": async () => {
    await addSideRace(world, owner, { season: laterSeason, race: { ...sideRace, name: "changed" } })
    return () =>
      changeSideRace(world, owner, {
        season: laterSeason,
        race: { ...sideRace, name: "changed", title: "Weekends" },
      })
  },
  "race.end": async () => {
    await addSideRace(world, owner, { season: laterSeason, race: { ...sideRace, name: "ended" } })
    return () => endSideRace(world, owner, { season: laterSeason, name: "ended", ended: true })
  },
  "race.resume": async () => {
    await addSideRace(world, owner, { season: laterSeason, race: { ...sideRace, name: "resumed" } })
    await endSideRace(world, owner, { season: laterSeason, name: "resumed", ended: true })
    return () => endSideRace(world, owner, { season: laterSeason, name: "resumed", ended: false })
  },
  "team.make": async () => {
    const { captain, ...race } = await captainsRace("made")
    return () => makeTeam(world, owner, { ...race, captain, called: "Reds" })
  },
  "team.copy": async () => {
    const { captain, ...race } = await captainsRace("copied")
    await makeTeam(world, owner, { ...race, captain, called: "Reds" })
    const { captain: _, ...other } = await captainsRace("copies")
    return () => copyTeams(world, owner, { ...other, from: race })
  },
  "team.change": async () => {
    const { captain, ...race } = await captainsRace("renamed")
    await makeTeam(world, owner, { ...race, captain, called: "Reds" })
    return () => renameRaceTeam(world, owner, { ...race, from: "Reds", to: "Blues" })
  },
  "team.end": async () => {
    const { captain, ...race } = await captainsRace("gone")
    await makeTeam(world, owner, { ...race, captain, called: "Reds" })
    return () => endTeams(world, owner, { ...race, names: ["Reds"] })
  },
  "team.draw": async () => {
    const race = await raceOfTeams("drawn")
    return () => drawTeamsEarly(world, owner, race)
  },
  "team.undraw": async () => {
    const done = await drawTeamsEarly(world, owner, await raceOfTeams("undrawn"))
    return () => undo(world, owner, ("entry" in done && done.entry) || 0)
  },
  "team.transfer": async () => {
    const { name } = await raceOfTeams("teams")
    await drawTeams(world.db, (await findRace(world.db, { season: laterSeason, name })) as Race)
    const [first] = await world.db.sql<{ athlete: string }>`
      select a.slug as athlete from team_members m join athletes a on a.id = m.athlete_id
      join teams t on t.id = m.team_id join races r on r.id = t.race_id
      where r.name = ${name} and t.number = 1 and a.user_id is not null
      order by a.id desc limit 1`
    const athlete = first?.athlete ?? ""
    return () => moveToTeam(world, owner, { season: laterSeason, name, athlete, to: 2, reason: "A move" })
  },
  "season.close": async () => {
    await compete()
    return () => closeSeason(world, owner, { season, early: true })
  },
  "season.clear": async () => {
    const given = await doubtful()
    return () => clearWinnersDay(world, owner, given)
  },
  "season.doubt": async () => {
    const given = await doubtful()
    await clearWinnersDay(world, owner, given)
    return () => reopenDay(world, owner, given)
  },
  "season.disqualify": async () => {
    const athlete = await placed()
    return () => disqualifyAthlete(world, owner, { season, athlete, reason: "Drove." })
  },
  "season.reinstate": async () => {
    const athlete = await placed()
    await disqualifyAthlete(world, owner, { season, athlete, reason: "Drove." })
    return () => reinstateAthlete(world, owner, { season, athlete })
  },
  "chat.add": async () => () => addChatAsOperator(world, owner, chat()),
  "chat.end": async () => {
    const made = await addChatAsOperator(world, owner, chat())
    return () => endChatAsOperator(world, owner, { series: "monthly", id: "id" in made ? made.id : "" })
  },
  "chat.test": async () => {
    const made = await addChatAsOperator(world, owner, chat())
    return () => testChatAsOperator(world, owner, { series: "monthly", id: "id" in made ? made.id : "" })
  },
  "season.message": async () => {
    await placed()
    return () =>
      writeToWinners(world, owner, { id: randomUUID(), season, subject: "Well done", text: "Soon." })
  },
  "review.export": async () => exporting("review.export"),
  "people.export": async () => exporting("people.export"),
  "journal.export": async () => exporting("journal.export"),
  "prize.export": async () => exporting("prize.export"),
  "prize.ship": async () => {
    const prizeId = await prize("claimed")
    return () => shipPrize(world, owner, { prizeId, tracking: "1Z" })
  },
  "prize.extend": async () => {
    const prizeId = await prize("awarded")
    return () =>
      extendClaim(world, owner, { prizeId, until: new Date(world.now().getTime() + 40 * 86_400_000) })
  },
  "prize.address": async () => {
    const prizeId = await prize("claimed")
    return () => correctPrizeAddress(world, owner, { prizeId, address: { ...home, line1: randomUUID() } })
  },
  "prize.tracking": async () => {
    const prizeId = await prize("shipped")
    return () => correctPrizeTracking(world, owner, { prizeId, tracking: randomUUID() })
  },
  "prize.decline": async () => {
    const prizeId = await prize("awarded")
    return () => declinePrize(world, owner, { prizeId, text: "You wrote that you have one." })
  },
  "person.read": () => person((userId) => openPerson(world, owner, userId)),
  "person.view": () => person((userId) => beginView(world, owner, { userId, reason: "A question" })),
  "person.export": () => person((userId) => exportPerson(world, owner, { userId, kept: personalData })),
  "person.ban": () => person((userId) => setBan(world, owner, { userId, banned: true })),
  "person.tie": () =>
    person((userId) => setTie(world, owner, { userId, tie: { kind: "sponsor", householdOf: null } })),
  "person.unban": async () => {
    const { userId } = await waiting()
    await setBan(world, owner, { userId, banned: true })
    return () => setBan(world, owner, { userId, banned: false })
  },
  "person.confirm": () => person((userId) => confirmAddress(world, owner, { userId, reason: "By phone" })),
  "person.erase": () =>
    person((userId, email) => erasePerson(world, owner, { userId, confirmation: email, kept: personalData })),
  "person.erase-address": async () => {
    await addReaders(world.db, "newsletter", ["forget@example.com"])
    return () => eraseAddress(world, owner, { email: "forget@example.com", kept: addressData })
  },
  "person.import": noting("person.import"),
  "photo.show": async () => {
    const version = await photo()
    return () => decidePhotoAsOperator(world, owner, { version, decision: "show" })
  },
  "photo.decline": async () => {
    const version = await photo()
    return () => decidePhotoAsOperator(world, owner, { version, decision: "decline" })
  },
  "photo.review": async () => () => switchPhotoReviewAsOperator(world, owner, { on: false }),
  "comments.switch": async () => () => switchCommentsAsOperator(world, owner, { on: false }),
  "mail.resend": async () => {
    const id = randomUUID()
    return () => resendMail({ ...world, mail: { ...world.mail, again: async () => true } }, owner, id)
  },
  "backup.make": async () => () => makeBackup(world, owner),
  "job.retry": async () => () => retryJobs(world, owner, ["x"]),
  "job.drop": async () => () => dropJobs(world, owner, ["x"]),
  "job.keep": async () => {
    const dropped = await dropJobs(world, owner, ["x"])
    return () => undo(world, owner, ("entry" in dropped && dropped.entry) || 0)
  },
  "inbox.reopen": async () => {
    const id = await submission()
    await decideSubmission(world, owner, { id, status: "in-review" })
    return () => decideSubmission(world, owner, { id, status: "new" })
  },
  "inbox.review": async () => status("in-review"),
  "inbox.accept": async () => status("accepted"),
  "inbox.decline": async () => status("declined"),
  "inbox.spam": async () => status("spam"),
  "inbox.answer": async () => {
    const submissionId = await submission()
    return () => answerFromInbox(world, owner, { id: randomUUID(), submissionId, text: "Hello" })
  },
  "inbox.note": async () => {
    const id = await submission()
    return () => noteOnSubmission(world, owner, { id, text: "Called." })
  },
  "inbox.assign": async () => {
    const id = await submission()
    return () => handleSubmission(world, owner, { id, do: "assign", to: owner.id })
  },
  "inbox.snooze": async () => {
    const id = await submission()
    const until = new Date(world.now().getTime() + 86_400_000)
    return () => handleSubmission(world, owner, { id, do: "snooze", until })
  },
  "inbox.close": async () => {
    const id = await submission()
    return () => handleSubmission(world, owner, { id, do: "close" })
  },
  "inbox.open": async () => {
    const id = await submission()
    await handleSubmission(world, owner, { id, do: "close" })
    return () => handleSubmission(world, owner, { id, do: "open" })
  },
  "inbox.save-reply": async () => () =>
    saveReply(world, owner, { id: null, title: "Thanks", text: "Thank you." }),
  "inbox.drop-reply": async () => {
    const made = await saveReply(world, owner, { id: null, title: "Old", text: "Old." })
    return () => dropReply(world, owner, { id: "id" in made ? made.id : 0 })
  },
  "inbox.export": async () => exporting("inbox.export"),
  "order.refund": async () => {
    const order = await bought()
    return () => refundFromConsole(world, owner, { order, amountCents: undefined, endSubscription: false })
  },
  "order.cancel": async () => {
    const order = await bought(coaching)
    return () => endOrderSubscription(world, owner, { order, when: "now" })
  },
  "order.receipt": async () => {
    const order = await bought()
    return () => resendFromConsole(world, owner, order)
  },
  "order.fulfill": async () => {
    const { id } = await bought()
    return () => fulfillOrder(world, owner, { id, fulfillment: "done" })
  },
  "order.note": async () => {
    const order = await bought()
    return () => noteOnOrder(world, owner, order, "Starts in May.")
  },
  "order.export": async () => exporting("order.export"),
  "event.check-in": async () => {
    const id = await spot()
    return () => checkInFromConsole(world, owner, { id, here: true })
  },
  "event.check-out": async () => {
    const id = await spot()
    await checkInFromConsole(world, owner, { id, here: true })
    return () => checkInFromConsole(world, owner, { id, here: false })
  },
  "event.free": async () => {
    const id = await spot()
    return () => freeFromConsole(world, owner, { id, text: "You wrote that you are ill." })
  },
  "event.seat": async () => {
    const id = await spot()
    await freeFromConsole(world, owner, { id, text: "You wrote that you are ill." })
    return () => seatFromConsole(world, owner, { id })
  },
  "event.walk-in": async () => {
    const on = await day()
    return () => walkInFromConsole(world, owner, on, { name: "Wim", email: "wim@example.com" })
  },
  "event.guests": async () => {
    const id = await spot()
    return () => guestsFromConsole(world, owner, { id, guests: 1 })
  },
  "event.put": async () => {
    const seen = await day()
    const email = `${randomUUID()}@example.com`
    return () => putFromConsole(world, owner, seen, { name: "Ada", email })
  },
  "event.transfer": async () => {
    const id = await spot()
    const email = `${randomUUID()}@example.com`
    return () => transferFromConsole(world, owner, { id, name: "Ben", email })
  },
  "event.remove": async () => {
    const added = occurrenceAt(run, "2026-12-09", new Date("2026-12-09T15:00:00Z"))
    await runDay(world, owner, added, { do: "add", spots: 5 })
    return () => runDay(world, owner, added, { do: "remove" })
  },
  "event.spots": async () => {
    const on = await day()
    return () => runDay(world, owner, on, { do: "spots", spots: 41 })
  },
  "event.message": async () => {
    await spot()
    const on = await day()
    return () => runDay(world, owner, on, { do: "message", text: "Bring a light." })
  },
  "event.move": async () => {
    await spot()
    const on = await day()
    return () =>
      runDay(world, owner, on, { do: "move", startsAt: new Date("2026-11-28T16:30:00Z"), text: "Later." })
  },
  "event.call-off": async () => {
    const on = await day("2026-12-05")
    return () => runDay(world, owner, on, { do: "call-off", text: "Storm." })
  },
  "event.add": async () => {
    const on = occurrenceAt(run, "2026-11-30", new Date("2026-11-30T15:00:00Z"))
    return () => runDay(world, owner, on, { do: "add", spots: 10 })
  },
  "event.export": async () => exporting("event.export"),
  "content.export": async () => exporting("content.export"),
  "content.import": async () => exporting("content.import"),
  "article.write": async () => {
    const written = anArticle()
    return () => writeArticleFromConsole(world, owner, written)
  },
  "article.picture": async () => () =>
    addArticlePicture(world, owner, { bytes: new Uint8Array(1), description: "A hill" }),
  "article.discard": () => ofArticle((id) => runArticle(world, owner, id, "discard")),
  "article.publish": () => ofArticle((id) => publishFromConsole(world, owner, { id, version: 1 })),
  "article.schedule": () => ofArticle(scheduleIt),
  "article.unschedule": () => ofArticle((id) => runArticle(world, owner, id, "unschedule"), scheduleIt),
  "article.unpublish": () =>
    ofArticle(
      (id) => runArticle(world, owner, id, "unpublish"),
      (id) => publishFromConsole(world, owner, { id, version: 1 }),
    ),
  "article.take-back": async () => {
    const draft = defaultDraft(origin) ?? {}
    const made = await writeArticleFromConsole(world, owner, { id: null, origin, draft, read: 0 })
    return () => runArticle(world, owner, "id" in made ? Number(made.id) : 0, "take-back")
  },
  "newsletter.write": async () => () => writeIssue(world, owner, null, text),
  "newsletter.picture": async () => {
    const bytes = await takePhoto()
    return () => addPicture(world, owner, null, { written: text, bytes, description: "A hill", at: 0 })
  },
  "sponsor.add": async () => {
    const name = `Northline ${randomUUID().slice(0, 8)}`
    return () => addSponsorFromConsole(world, owner, name)
  },
  "sponsor.link": async () => {
    const id = await sponsor()
    return () => linkSponsor(world, owner, id)
  },
  "sponsor.end-link": async () => {
    const id = await sponsor()
    await linkSponsor(world, owner, id)
    return () => unlinkSponsor(world, owner, id)
  },
  "season.sponsor": async () => {
    const id = await sponsor()
    return () => setSponsorFromConsole(world, owner, { season, race: null, sponsor: id })
  },
  "race.sponsor": async () => {
    const id = await sponsor()
    const race = `sponsored-${randomUUID().slice(0, 8)}`
    await addSideRace(world, owner, { season: laterSeason, race: { ...sideRace, name: race } })
    return () => setSponsorFromConsole(world, owner, { season: laterSeason, race, sponsor: id })
  },
  "newsletter.sponsor": async () => {
    const id = await sponsor()
    const of = { season: laterSeason, race: null }
    await setSponsorFromConsole(world, owner, { ...of, sponsor: id })
    return () => writeSponsorIssue(world, owner, of)
  },
  "newsletter.test": async () => {
    const id = await draft()
    return () => testIssue(world, owner, id, "owner@example.com")
  },
  "newsletter.schedule": async () => {
    const id = await ready()
    return () => scheduleFromConsole(world, owner, id, world.now())
  },
  "newsletter.pause": async () => {
    const id = await sending()
    return () => runIssue(world, owner, id, "pause")
  },
  "newsletter.resume": async () => {
    const id = await sending()
    await runIssue(world, owner, id, "pause")
    return () => runIssue(world, owner, id, "resume")
  },
  "newsletter.cancel": async () => {
    const id = await scheduled()
    return () => runIssue(world, owner, id, "cancel")
  },
  "newsletter.retry": async () => {
    const id = await scheduled()
    await sendIssue(world, { issue: id })
    return () => runIssue(world, owner, id, "retry")
  },
  "newsletter.hide": async () => {
    const id = await sending()
    return () => runIssue(world, owner, id, "hide")
  },
  "newsletter.show": async () => {
    const id = await sending()
    await runIssue(world, owner, id, "hide")
    return () => runIssue(world, owner, id, "show")
  },
  "content.save": async () => () => saveContent(world, owner, { ...words, slug: null, version: 0 }),
  "content.hide": async () => content((at) => setHidden(world, owner, { ...at, hidden: true })),
  "content.show": async () => content((at) => setHidden(world, owner, { ...at, hidden: false })),
  "content.move": async () => content((at) => moveContent(world, owner, { ...at, up: true })),
  "content.take-back": async () => content((at) => takeBackContent(world, owner, at)),
  "newsletter.clicks": async () => () => switchClicksFromConsole(world, owner, { on: true }),
  "newsletter.import": async () => importing,
  "newsletter.unimport": async () => {
    const done = await importing()
    const { id } = done.ok ? done.report : { id: "" }
    return () => undoImportFromConsole(world, owner, { id })
  },
  "newsletter.suppress": async () => () =>
    suppressFromConsole(world, owner, { email: "stop@example.com", reason: "operator", note: "" }),
  "newsletter.unsuppress": async () => {
    await suppressFromConsole(world, owner, { email: "free@example.com", reason: "operator", note: "" })
    return () => unsuppressFromConsole(world, owner, "free@example.com")
  },
  "newsletter.export": async () => exporting("newsletter.export"),
  "role.grant": () => person((userId) => setRole(world, owner, { userId, role: "helper" })),
  "role.events": () =>
    person((userId) => setHostedEvents(world, owner, { userId, events: ["saturday-long-run"] })),
  "role.remove": async () => {
    const { userId } = await waiting()
    await setRole(world, owner, { userId, role: "helper" })
    return () => setRole(world, owner, { userId, role: null })
  },
  "accounts.export": noting("accounts.export"),
  "keys.rotate": noting("keys.rotate"),
  "source.release": async () => {
    const athleteId = await addAthlete(world, { email: "held@example.com" })
    await world.db.sql`
      insert into private.connections
        (source, athlete_id, account_id, access_token, scopes, connected_at, held_since, held_missing, held_known)
      values ('polar', ${athleteId}, 'held', 'x', '', ${world.now()}, ${world.now()}, 8, 8)`
    return () => releaseFromConsole(world, owner, { source: "polar", athleteId })
  },
  "source.subscribe": noting("source.subscribe"),
  "source.unsubscribe": noting("source.unsubscribe"),
  "competition.repair": noting("competition.repair"),
}

async function deciding(decision: "count" | "decline"): Promise<Prepared> {
  const { id } = await waiting()
  return () => decideReview(world, owner, { id, decision })
}

async function status(to: "in-review" | "accepted" | "declined" | "spam"): Promise<Prepared> {
  const id = await submission()
  return () => decideSubmission(world, owner, { id, status: to })
}

async function person(act: (userId: string, email: string) => Promise<unknown>): Promise<Prepared> {
  const { userId, email } = await waiting()
  return () => act(userId, email)
}

function exporting(command: CommandName): Prepared {
  return () => noteExport(world, owner, command, "a list")
}

/** Commands whose work is outside the database, or in separate transactions: the entry is written in addition. */
function noting(command: CommandName): () => Promise<Prepared> {
  return async () => () =>
    noteCommand(world, owner, { command, subject: { kind: "installation", id: "this" } })
}

interface Answered {
  ok: boolean
  code?: string
}

/** Commands whose entries keep personal values: these are exported and erased with the account, or with the address. */
const ofAccount =
  /^(review.(?!export|file)|report|member|season.(clear|doubt|disq|reinst)|prize.(?!export)|photo.(?!review)|team.transfer|person.(tie|view|(un)?ban|confirm)|role)/
const ofAddress =
  /^(inbox.(?!export|save|drop)|order.(?!export|receipt)|event.(check-|walk-in|guests|free|seat|put|transfer)|newsletter.(un)?suppress)/

for (const command of Object.keys(commands) as CommandName[]) {
  const by = ofAccount.test(command) ? "account" : ofAddress.test(command) ? "address" : "nobody"
  test(`${command}, pressed three times at once and once more, runs once: one entry, with values of ${by}`, async () => {
    const perform = await prepare[command]()
    const before = await entries()
    const mailsBefore = await doubled()
    const unpressed = owner
    owner = { ...unpressed, press: randomUUID() }
    const answers = (await Promise.all([perform(), perform(), perform()])) as Answered[]
    answers.push((await perform()) as Answered)
    owner = unpressed
    const codes = answers.map(({ ok, code }) => (ok ? "done" : code))
    const times = ruleOf(command).everyTime ? 4 : 1
    expect(codes.sort()).toEqual([...Array(4 - times).fill("already_done"), ...Array(times).fill("done")])
    expect((await entries()).slice(before.length)).toEqual(Array(times).fill(command))
    expect(await doubled()).toEqual(mailsBefore)
    const kept = await one(world.db.sql<{ by: string }>`
      select case when v.user_id is not null then 'account' when v.email is not null then 'address' else 'nobody' end as by
      from private.journal j left join private.journal_values v on v.entry_id = j.id order by j.id desc limit 1`)
    expect(kept.by).toBe(by)
  })
}

/** Mails that somebody received twice, apart from those sent before. */
const doubled = async () =>
  (
    await world.db.sql<{ mail: string }>`
      select kind || ' ' || recipient || ' ' || md5(message::text) as mail from private.mails
      where recipient is not null group by 1 having count(*) > 1`
  ).map(({ mail }) => mail)

test("Erasing an address leaves its entries without values, and none names it", async () => {
  const email = "tessa@northline.example"
  await send(shop, "partner", { ...goodAnswers.partner, email })
  const [newest] = await listSubmissions(world.db)
  await decideSubmission(world, owner, {
    id: newest?.id ?? "",
    status: "declined",
    note: "Tessa sells belts",
  })
  const before = await entries()
  const kept = async () => {
    const [row] = await world.db.sql<{ all: string }>`
      select (select string_agg(j::text, '') from private.journal j)
        || coalesce((select string_agg(v::text, '') from private.journal_values v), '') as all`
    return row?.all ?? ""
  }
  expect(await kept()).toContain("Tessa sells belts")
  expect(
    await eraseAddress(world, owner, { email: "Tessa@Northline.example", kept: addressData }),
  ).toMatchObject({
    ok: true,
  })
  expect(await kept()).not.toMatch(/tessa/i)
  expect((await entries()).slice(before.length)).toEqual(["person.erase-address"])
  expect(await eraseAddress(world, owner, { email, kept: addressData })).toEqual({
    ok: false,
    code: "nothing",
  })
  const { email: member } = await waiting()
  expect(await eraseAddress(world, owner, { email: member, kept: addressData })).toEqual({
    ok: false,
    code: "has_account",
  })
  expect(await entries()).toHaveLength(before.length + 1)
})
