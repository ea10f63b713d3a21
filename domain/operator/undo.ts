import type { Decision } from "#domain/competition/review/decide.ts"
import { fulfillments } from "#domain/shop/fulfillment.ts"
import type { World } from "#domain/world.ts"
import { articleInverses } from "./articles/undo-article.ts"
import type { CommandName } from "./commands.ts"
import { contentInverses } from "./content/content-commands.ts"
import { drawnTeamInverses } from "./drawn-teams.ts"
import { eventInverses } from "./events/undo-event.ts"
import { decideSubmission, isSubmissionStatus } from "./inbox/decide.ts"
import { handlingInverses } from "./inbox/handle.ts"
import { savedReplyInverses } from "./inbox/saved-replies.ts"
import type { Inverse, Undoable, Undone } from "./inverse.ts"
import { newsletterInverses } from "./newsletters/undo-newsletter.ts"
import { fulfillOrder } from "./orders/order-commands.ts"
import { setBan, setHostedEvents } from "./people/account.ts"
import { switchPhotoReviewAsOperator } from "./people/photo-commands.ts"
import { readTie, setTie, type Tie } from "./people/tie.ts"
import { prizeInverses } from "./prizes.ts"
import { raceInverses } from "./races.ts"
import { endMute, reopen, switchCommentsAsOperator } from "./reports/report-commands.ts"
import { decideReview } from "./review/decide.ts"
import type { Operator } from "./roles.ts"
import { seasonInverses } from "./season-setup.ts"
import { disqualifyAthlete, reinstateAthlete, setSeasonPrizes } from "./seasons.ts"
import { seriesInverses } from "./series.ts"
import { undoDrop } from "./service.ts"
import { sponsorInverses } from "./sponsors.ts"
import { teamInverses } from "./teams.ts"
import { reopenDay } from "./winners-check.ts"

/**
 * The inverse of a command, performed with its own entry; commands missing here cannot be undone, such as a mail or a
 * refund.
 */
const inverses: Partial<Record<CommandName, Inverse>> = {
  "review.count": undoDecision,
  "review.decline": undoDecision,
  "review.reset": undoDecision,
  "inbox.reopen": undoStatus,
  "inbox.review": undoStatus,
  "inbox.accept": undoStatus,
  "inbox.decline": undoStatus,
  "inbox.spam": undoStatus,
  "order.fulfill": undoFulfillment,
  "season.disqualify": undoPlace,
  "season.reinstate": undoPlace,
  "role.events": (world, operator, { id, subjectId, before }) =>
    setHostedEvents(world, operator, {
      userId: subjectId,
      events: Array.isArray(before.events) ? before.events.map(String) : [],
      undoes: id,
    }),
  "person.ban": undoBan,
  "person.unban": undoBan,
  "report.hide": (world, operator, { id, subjectId }) => reopen(world, operator, { subjectId, undoes: id }),
  "report.keep": (world, operator, { id, subjectId }) => reopen(world, operator, { subjectId, undoes: id }),
  "member.mute": (world, operator, { id, subjectId }) =>
    endMute(world, operator, { athleteId: Number(subjectId), undoes: id }),
  "comments.switch": (world, operator, { id, before }) =>
    switchCommentsAsOperator(world, operator, { on: before.on === true, undoes: id }),
  "photo.review": (world, operator, { id, before }) =>
    switchPhotoReviewAsOperator(world, operator, { on: before.on === true, undoes: id }),
  "season.prizes": undoPrizes,
  "season.clear": undoClear,
  "person.tie": undoTie,
  "job.drop": undoDrop,
  ...handlingInverses,
  ...savedReplyInverses,
  ...eventInverses,
  ...prizeInverses,
  ...raceInverses,
  ...seriesInverses,
  ...sponsorInverses,
  ...seasonInverses,
  ...teamInverses,
  ...drawnTeamInverses,
  ...articleInverses,
  ...newsletterInverses,
  ...contentInverses,
}

/**
 * Commands that affect people immediately and cannot be unsaid: undone only with a reason, after previewing the effect.
 */
const asking: ReadonlySet<string> = new Set<CommandName>([
  "season.disqualify",
  "season.reinstate",
  "person.ban",
  "person.unban",
  "newsletter.cancel",
])

async function undoPlace(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  const [season = "", athleteId] = entry.subjectId.split(":")
  const [row] = await world.db.sql<{
    slug: string
  }>`select slug from athletes where id = ${Number(athleteId)}`
  if (!row) return { ok: false, code: "changed" }
  const given = { season, athlete: row.slug, undoes: entry.id, why: entry.reason }
  const before = entry.before.disqualified
  if (typeof before !== "string") return reinstateAthlete(world, operator, given)
  return disqualifyAthlete(world, operator, { ...given, reason: before })
}

/** A prize that was awarded meanwhile stays. */
async function undoClear(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  const [athleteId, on = ""] = entry.subjectId.split(" ")
  return reopenDay(world, operator, { athleteId: Number(athleteId), on, undoes: entry.id })
}

async function undoTie(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  // The entry contains the changed fields; the others must be as they were then, or the undo is refused.
  const tie = { ...(await readTie(world.db, entry.subjectId)), ...(entry.before as Partial<Tie>) }
  return setTie(world, operator, { userId: entry.subjectId, tie, undoes: entry.id })
}

async function undoPrizes(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  return setSeasonPrizes(world, operator, {
    season: entry.subjectId,
    // The fields that setSeasonPrizes recorded.
    titles: entry.before.prizes as string[],
    undoes: entry.id,
  })
}

async function undoBan(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  return setBan(world, operator, {
    userId: entry.subjectId,
    banned: entry.after.banned !== true,
    reason: entry.reason,
    undoes: entry.id,
  })
}

/** Only the status is restored; a mail that the decision sent cannot be recalled. */
async function undoStatus(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  const before = entry.before.status
  if (!isSubmissionStatus(before)) return { ok: false, code: "changed" }
  return decideSubmission(world, operator, {
    id: entry.subjectId,
    status: before,
    quiet: true,
    undoes: entry.id,
  })
}

async function undoFulfillment(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  const before = fulfillments.find((one) => one === entry.before.fulfillment)
  if (!before) return { ok: false, code: "changed" }
  return fulfillOrder(world, operator, { id: entry.subjectId, fulfillment: before, undoes: entry.id })
}

async function undoDecision(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  const decision = entry.before.decision as Decision
  return decideReview(world, operator, { id: Number(entry.subjectId), decision, undoes: entry.id })
}

/**
 * Undoes a command, given its entry in the journal. Errors: `unknown_entry`; `not_undoable`; `reason_needed`: preview
 * the effect (`rehearseUndo`) and give a reason; those of `act`, among them `already_undone` and `changed`; and those
 * of the inverse command.
 */
export async function undo(
  world: World,
  operator: Operator,
  entryId: number,
  { reason = null }: { reason?: string | null } = {},
): Promise<Undone> {
  const [entry] = await world.db.sql<EntryRow>`
    select j.id::float8 as id, j.command, j.subject_id, v.before, v.after
    from private.journal j left join private.journal_values v on v.entry_id = j.id
    where j.id = ${entryId}
  `
  if (!entry) return { ok: false, code: "unknown_entry" }
  const inverse = inverses[entry.command]
  if (!inverse || !entry.before) return { ok: false, code: "not_undoable" }
  if (asking.has(entry.command) && !operator.rehearses && (reason ?? "").trim().length < 5)
    return { ok: false, code: "reason_needed" }
  const { id, subject_id: subjectId, before, after } = entry
  return inverse(world, operator, { id, subjectId, before, after, reason })
}

/** What `undo` would do now: the result of the inverse command, which is rolled back. */
export function rehearseUndo(world: World, operator: Operator, entryId: number): Promise<Undone> {
  return undo(world, { ...operator, rehearses: true }, entryId)
}

/** Undoes every command of a batch, and counts those that could not be undone. */
export async function undoBatch(
  world: World,
  operator: Operator,
  batch: string,
): Promise<{ undone: number; refused: number }> {
  const rows = await world.db.sql<{ id: number }>`
    select j.id::float8 as id from private.journal j
    where j.batch = ${batch} and not exists (select from private.journal u where u.undoes = j.id)
    order by j.id desc
  `
  let undone = 0
  for (const { id } of rows) if ((await undo(world, operator, id)).ok) undone++
  return { undone, refused: rows.length - undone }
}

export function canUndo(command: string): boolean {
  return Object.hasOwn(inverses, command)
}

/** Both values exist or neither does: without them, nothing was changed, or the person behind the entry was erased. */
type EntryRow = {
  id: number
  command: CommandName
  subject_id: string
} & ({ before: Record<string, unknown>; after: Record<string, unknown> } | { before: null; after: null })
