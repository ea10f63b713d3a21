import { type Issue, readIssue } from "#domain/leads/newsletter/issue.ts"
import type { World } from "#domain/world.ts"
import type { Inverse, Undoable, Undone } from "../inverse.ts"
import type { Operator } from "../roles.ts"
import { type IssueRun, runIssue, scheduleFromConsole, writeIssue } from "./newsletter-commands.ts"
import { switchClicksFromConsole, undoImportFromConsole } from "./subscriber-commands.ts"

/** The inverses of commands about newsletters. Creating a draft, sending a mail and stopping an issue have none. */
export const newsletterInverses = {
  "newsletter.write": undoWriting,
  "newsletter.picture": undoWriting,
  "newsletter.schedule": undoSchedule,
  "newsletter.cancel": undoCancel,
  "newsletter.pause": undoBy("resume"),
  "newsletter.resume": undoBy("pause"),
  "newsletter.hide": undoBy("show"),
  "newsletter.show": undoBy("hide"),
  "newsletter.clicks": (world, operator, { id, before }) =>
    switchClicksFromConsole(world, operator, { on: before.on === true, undoes: id }),
  "newsletter.import": (world, operator, { id, subjectId }) =>
    undoImportFromConsole(world, operator, { id: subjectId, undoes: id }),
} as const satisfies Record<string, Inverse>

/** Restores the fields that the entry changed, if they still have the values that it set. */
async function undoWriting(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  const issue = await readIssue(world.db, Number(entry.subjectId))
  if (!issue) return { ok: false, code: "changed" }
  if (entry.before.list === null) return { ok: false, code: "not_undoable" }
  const { list, subject, preview, markdown, places } = { ...issue, ...(entry.before as Partial<Issue>) }
  return writeIssue(
    world,
    operator,
    issue.id,
    { list, subject, preview, markdown, places },
    { undoes: entry.id },
  )
}

async function undoSchedule(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  const id = Number(entry.subjectId)
  const { state, scheduledAt } = entry.before
  const undoing = { undoes: entry.id }
  if (state === "draft") return runIssue(world, operator, id, "cancel", undoing)
  return scheduleFromConsole(world, operator, id, new Date(String(scheduledAt)), undoing)
}

async function undoCancel(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  const issue = await readIssue(world.db, Number(entry.subjectId))
  if (entry.before.state !== "scheduled") return { ok: false, code: "not_undoable" }
  if (!issue?.scheduledAt) return { ok: false, code: "changed" }
  return scheduleFromConsole(world, operator, issue.id, issue.scheduledAt, {
    undoes: entry.id,
    why: entry.reason,
  })
}

function undoBy(run: IssueRun): Inverse {
  return (world, operator, { id, subjectId }) =>
    runIssue(world, operator, Number(subjectId), run, { undoes: id })
}
