import type { Decision } from "#domain/competition/scoring/decide.ts"
import { fulfillments } from "#domain/shop/fulfillment.ts"
import type { World } from "#domain/world.ts"
import type { CommandName } from "./commands.ts"
import { checkInFromConsole } from "./events/event-commands.ts"
import { decideSubmission, isSubmissionStatus } from "./inbox/decide.ts"
import type { Inverse, Undoable, Undone } from "./inverse.ts"
import { newsletterInverses } from "./newsletters/undo-newsletter.ts"
import { fulfillOrder } from "./orders/order-commands.ts"
import { setBan } from "./people/account.ts"
import { switchPhotoReviewAsOperator } from "./people/photo-commands.ts"
import { decideReview } from "./review/decide.ts"
import type { Operator } from "./roles.ts"
import { disqualifyAthlete, reinstateAthlete, setSeasonPrizes } from "./seasons.ts"
import { undoDrop } from "./service.ts"

/** The inverse of a command, performed with its own entry; what is missing here cannot be undone, such as a mail or a refund. */
const inverses: Partial<Record<CommandName, Inverse>> = {
  "review.count": undoDecision,
  "review.decline": undoDecision,
  "review.reset": undoDecision,
  "event.check-in": undoCheckIn,
  "event.check-out": undoCheckIn,
  "inbox.reopen": undoStatus,
  "inbox.review": undoStatus,
  "inbox.accept": undoStatus,
  "inbox.decline": undoStatus,
  "inbox.spam": undoStatus,
  "order.fulfill": undoFulfillment,
  "season.disqualify": undoPlace,
  "season.reinstate": undoPlace,
  "person.ban": undoBan,
  "person.unban": undoBan,
  "photo.review": (world, operator, { id, before }) =>
    switchPhotoReviewAsOperator(world, operator, { on: before.on === true, undoes: id }),
  "season.prizes": undoPrizes,
  "job.drop": undoDrop,
  ...newsletterInverses,
}

async function undoPlace(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  const [season = "", athleteId] = entry.subjectId.split(":")
  const [row] = await world.db.sql<{ athlete: string; reason: string | null }>`
    select a.slug as athlete, (
      select d.reason from disqualifications d join seasons s on s.id = d.season_id
      where d.athlete_id = a.id and s.slug = ${season}
    ) as reason
    from athletes a where a.id = ${Number(athleteId)}`
  if (!row || row.reason !== entry.after.disqualified) return { ok: false, code: "changed" }
  const given = { season, athlete: row.athlete, undoes: entry.id }
  const before = entry.before.disqualified
  if (typeof before !== "string") return reinstateAthlete(world, operator, given)
  return disqualifyAthlete(world, operator, { ...given, reason: before })
}

interface Prizes {
  prizes: string[]
}

async function undoPrizes(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  const [now] = (await world.db.sql`
    select coalesce(jsonb_agg(p.title order by p.place), '[]') as prizes
    from private.season_prizes p join seasons s on s.id = p.season_id where s.slug = ${entry.subjectId}`) as [
    Prizes,
  ]
  // As setSeasonPrizes looked at them.
  const [before, after] = [entry.before, entry.after] as unknown as [Prizes, Prizes]
  if (JSON.stringify(now.prizes) !== JSON.stringify(after.prizes)) return { ok: false, code: "changed" }
  return setSeasonPrizes(world, operator, {
    season: entry.subjectId,
    titles: before.prizes,
    undoes: entry.id,
  })
}

async function undoBan(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  return setBan(world, operator, {
    userId: entry.subjectId,
    banned: entry.after.banned !== true,
    undoes: entry.id,
  })
}

async function undoCheckIn(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  return checkInFromConsole(world, operator, {
    id: entry.subjectId,
    here: entry.after.checkedInAt === null,
    undoes: entry.id,
  })
}

/** The status alone goes back; a mail that the decision sent has gone. */
async function undoStatus(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  const [now] = await world.db.sql<{ status: unknown }>`
    select status from submissions where id = ${entry.subjectId}`
  const before = entry.before.status
  if (now?.status !== entry.after.status || !isSubmissionStatus(before)) return { ok: false, code: "changed" }
  return decideSubmission(world, operator, {
    id: entry.subjectId,
    status: before,
    quiet: true,
    undoes: entry.id,
  })
}

async function undoFulfillment(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  const [now] = await world.db.sql<{ fulfillment: unknown }>`
    select fulfillment from orders where id = ${entry.subjectId}`
  const before = fulfillments.find((one) => one === entry.before.fulfillment)
  if (!before || now?.fulfillment !== entry.after.fulfillment) return { ok: false, code: "changed" }
  return fulfillOrder(world, operator, { id: entry.subjectId, fulfillment: before, undoes: entry.id })
}

async function undoDecision(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  const id = Number(entry.subjectId)
  const [now] = await world.db.sql<{ decision: unknown }>`select decision from activities where id = ${id}`
  if (now?.decision !== entry.after.decision) return { ok: false, code: "changed" }
  const decision = entry.before.decision as Decision
  return decideReview(world, operator, { id, decision, undoes: entry.id })
}

/**
 * Takes a command back by its entry in the journal. Errors: `unknown_entry`; `not_undoable`; `already_undone`; `changed`: somebody has
 * changed it since; and those of the inverse command.
 */
export async function undo(world: World, operator: Operator, entryId: number): Promise<Undone> {
  const [entry] = await world.db.sql<EntryRow>`
    select j.id::float8 as id, j.command, j.subject_id, v.before, v.after,
      exists (select from private.journal u where u.undoes = j.id) as undone
    from private.journal j left join private.journal_values v on v.entry_id = j.id
    where j.id = ${entryId}
  `
  if (!entry) return { ok: false, code: "unknown_entry" }
  const inverse = inverses[entry.command]
  if (!inverse || !entry.before) return { ok: false, code: "not_undoable" }
  if (entry.undone) return { ok: false, code: "already_undone" }
  const { id, subject_id: subjectId, before, after } = entry
  return inverse(world, operator, { id, subjectId, before, after })
}

/** Takes back every command of a batch, and counts what could not be taken back. */
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

/** Both values are there, or neither: nothing was changed, or the person behind the entry was erased. */
type EntryRow = {
  id: number
  command: CommandName
  subject_id: string
  undone: boolean
} & ({ before: Record<string, unknown>; after: Record<string, unknown> } | { before: null; after: null })
