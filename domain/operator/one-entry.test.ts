/**
 * The commands that no form of a desk gives leave exactly one entry each. app/operator/actions.test.ts proves the same of
 * every form.
 */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { events } from "#content/events.ts"
import { firstRaces, type SideRace } from "#content/races.ts"
import { reportQueue } from "#domain/community/queue.ts"
import { reportAthlete } from "#domain/community/report.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { daysToCheck, isDoubtful } from "#domain/competition/seasons/days-to-check.ts"
import { occurrenceAt } from "#domain/events/occurrence.ts"
import {
  addArticlePicture,
  publishFromConsole,
  scheduleFromConsole as scheduleArticleFromConsole,
  writeArticleFromConsole,
} from "#domain/operator/articles/article-commands.ts"
import { type CommandName, commands, ruleOf } from "#domain/operator/commands.ts"
import { drawTeamsEarly } from "#domain/operator/drawn-teams.ts"
import { runDay } from "#domain/operator/events/event-commands.ts"
import { noteExport } from "#domain/operator/export-list.ts"
import { decideSubmission } from "#domain/operator/inbox/decide.ts"
import { addPicture } from "#domain/operator/newsletters/newsletter-commands.ts"
import { importFromConsole, undoImportFromConsole } from "#domain/operator/newsletters/subscriber-commands.ts"
import { noteCommand } from "#domain/operator/note-command.ts"
import { exportPerson } from "#domain/operator/people/account.ts"
import { eraseAddress } from "#domain/operator/people/erase-address.ts"
import { openPerson } from "#domain/operator/people/person.ts"
import { addSideRace } from "#domain/operator/races.ts"
import { decideEntry } from "#domain/operator/reports/report-commands.ts"
import { readRecording } from "#domain/operator/review/recording.ts"
import type { Operator } from "#domain/operator/roles.ts"
import { dropJobs } from "#domain/operator/service.ts"
import { undo } from "#domain/operator/undo.ts"
import { clearWinnersDay, reopenDay } from "#domain/operator/winners-check.ts"
import { defaultDraft } from "#domain/publishing/articles/article.ts"
import type { World } from "#domain/world.ts"
import { addressData, personalData } from "#server/world/privacy.ts"
import { willingChat } from "#test/support/chat.ts"
import { addMember } from "#test/support/community.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { isGivenElsewhere } from "#test/support/desk-forms/elsewhere.ts"
import { keptValuesOf, ownerOfValues } from "#test/support/desk-forms/kept-values.ts"
import { goodAnswers, send } from "#test/support/leads.ts"
import { listSubmissions } from "#test/support/lists.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { takePhoto, withPhotos } from "#test/support/photos.ts"
import { seasonNamed } from "#test/support/seasons.ts"
import { openShop, type Shop } from "#test/support/shop.ts"

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
      dropJobs: async (ids) => ids.length,
      keepJobs: async (ids) => ids.length,
    },
  }
  owner = await addOperatorSession(world, "owner")
})
afterAll(() => shop.close())

const laterSeason = "fortnightly-2026-11-23"
const [sideRace] = firstRaces.monthly as [SideRace]

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

/** Two athletes in the season, so that somebody can win its prizes. */
async function compete() {
  await waiting()
  const athlete = await addAthlete(world, {
    email: `${randomUUID().slice(0, 8)}@example.com`,
    name: "Winner",
  })
  await onActivity(world, athlete, sentRun())
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

let articles = 0
/** Two articles cannot have one address. */
const anArticle = () => ({
  ...{ id: null, origin: null, read: 0 },
  draft: { ...defaultDraft("rise-of-club-balboa"), slug: `hills-${++articles}` },
})
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
const proof = { source: "Sheet", on: "2026-05-01", text: "Yes" }
const importing = () =>
  importFromConsole(world, owner, {
    list: "newsletter",
    file: `email\n${randomUUID()}@example.com`,
    common: proof,
  })

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
const prepare: Partial<Record<CommandName, () => Promise<Prepared>>> = {
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
  "report.reopen": async () => {
    const { report } = await reported()
    const done = await decideEntry(world, owner, { report, action: "hide", ...decided })
    return () => undo(world, owner, ("entry" in done && done.entry) || 0)
  },
  "team.undraw": async () => {
    const done = await drawTeamsEarly(world, owner, await raceOfTeams("undrawn"))
    return () => undo(world, owner, ("entry" in done && done.entry) || 0)
  },
  "season.doubt": async () => {
    const given = await doubtful()
    await clearWinnersDay(world, owner, given)
    return () => reopenDay(world, owner, given)
  },
  "review.export": async () => exporting("review.export"),
  "people.export": async () => exporting("people.export"),
  "journal.export": async () => exporting("journal.export"),
  "prize.export": async () => exporting("prize.export"),
  "person.read": () => person((userId) => openPerson(world, owner, userId)),
  "person.export": () => person((userId) => exportPerson(world, owner, { userId, kept: personalData })),
  "person.import": noting("person.import"),
  "job.keep": async () => {
    const dropped = await dropJobs(world, owner, ["x"])
    return () => undo(world, owner, ("entry" in dropped && dropped.entry) || 0)
  },
  "inbox.reopen": async () => {
    const id = await submission()
    await decideSubmission(world, owner, { id, status: "in-review" })
    return () => decideSubmission(world, owner, { id, status: "new" })
  },
  "inbox.export": async () => exporting("inbox.export"),
  "order.export": async () => exporting("order.export"),
  "event.remove": async () => {
    const added = occurrenceAt(run, "2026-12-09", new Date("2026-12-09T15:00:00Z"))
    await runDay(world, owner, added, { do: "add", spots: 5 })
    return () => runDay(world, owner, added, { do: "remove" })
  },
  "event.export": async () => exporting("event.export"),
  "content.export": async () => exporting("content.export"),
  "content.import": async () => exporting("content.import"),
  "article.picture": async () => () =>
    addArticlePicture(world, owner, { bytes: new Uint8Array(1), description: "A hill" }),
  "article.publish": () => ofArticle((id) => publishFromConsole(world, owner, { id, version: 1 })),
  "article.schedule": () => ofArticle(scheduleIt),
  "newsletter.picture": async () => {
    const bytes = await takePhoto()
    return () => addPicture(world, owner, null, { written: text, bytes, description: "A hill", at: 0 })
  },
  "newsletter.import": async () => importing,
  "newsletter.unimport": async () => {
    const done = await importing()
    const { id } = done.ok ? done.report : { id: "" }
    return () => undoImportFromConsole(world, owner, { id })
  },
  "newsletter.export": async () => exporting("newsletter.export"),
  "accounts.export": noting("accounts.export"),
  "keys.rotate": noting("keys.rotate"),
  "source.subscribe": noting("source.subscribe"),
  "source.unsubscribe": noting("source.unsubscribe"),
  "competition.repair": noting("competition.repair"),
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

test("Every command that no form gives is listed here", () => {
  const names = (Object.keys(commands) as CommandName[]).filter(isGivenElsewhere)
  expect(Object.keys(prepare).sort()).toEqual(names.sort())
})

for (const [command, setUp] of Object.entries(prepare) as [CommandName, () => Promise<Prepared>][]) {
  const keptFor = ownerOfValues(command)
  test(`${command}, pressed three times at once and once more, runs once: one entry, with values of ${keptFor}`, async () => {
    const perform = await setUp()
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
    expect(await keptValuesOf(world)).toBe(keptFor)
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
