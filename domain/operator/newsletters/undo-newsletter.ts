import { type Issue, readIssue } from "#domain/leads/newsletter/issue.ts"
import type { World } from "#domain/world.ts"
import type { Inverse, Undoable, Undone } from "../inverse.ts"
import type { Operator } from "../roles.ts"
import { type IssueRun, runIssue, scheduleFromConsole, writeIssue } from "./newsletter-commands.ts"
import { switchClicksFromConsole, undoImportFromConsole } from "./subscriber-commands.ts"

/** The inverses of commands about newsletters. A new draft, a mail and a sending that was stopped have none. */
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

/** Puts the fields back that the entry changed, if they still are what it made of them. */
async function undoWriting(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  const issue = await unchangedSince(world, entry)
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
  const issue = await unchangedSince(world, entry)
  if (!issue) return { ok: false, code: "changed" }
  const { state, scheduledAt } = entry.before
  const undoing = { undoes: entry.id }
  if (state === "draft") return runIssue(world, operator, issue.id, "cancel", undoing)
  return scheduleFromConsole(world, operator, issue.id, new Date(String(scheduledAt)), undoing)
}

async function undoCancel(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  const issue = await unchangedSince(world, entry)
  if (!issue) return { ok: false, code: "changed" }
  if (entry.before.state !== "scheduled" || !issue.scheduledAt) return { ok: false, code: "not_undoable" }
  return scheduleFromConsole(world, operator, issue.id, issue.scheduledAt, { undoes: entry.id })
}

function undoBy(run: IssueRun): Inverse {
  return async (world, operator, entry) => {
    const issue = await unchangedSince(world, entry)
    if (!issue) return { ok: false, code: "changed" }
    return runIssue(world, operator, issue.id, run, { undoes: entry.id })
  }
}

async function unchangedSince(world: World, { subjectId, after }: Undoable): Promise<Issue | undefined> {
  const issue = await readIssue(world.db, Number(subjectId))
  const now: Record<string, unknown> = JSON.parse(JSON.stringify(issue ?? {}))
  const same = Object.entries(after).every(([name, value]) => now[name] === value)
  return issue && same ? issue : undefined
}
