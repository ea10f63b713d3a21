/**
 * `npm run newsletter -- ...`: writes, tests and sends newsletter issues, and manages suppressed addresses.
 */
import { readFile, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { lists } from "#content/lists.ts"
import {
  cancelIssue,
  createIssue,
  editIssue,
  type Issue,
  type IssueStatus,
  issueStatus,
  listIssues,
  readIssue,
  scheduleIssue,
} from "#domain/leads/newsletter/issue.ts"
import { issueLetter } from "#domain/leads/newsletter/letter.ts"
import { issueRecipients, retryIssue } from "#domain/leads/newsletter/recipients.ts"
import { type SuppressionReason, suppress, unsuppress } from "#domain/leads/suppress.ts"
import type { World } from "#domain/world.ts"
import { callersFolder } from "../env.ts"
import { mailHtml, readIssueFile, unusableLinks } from "../newsletters/markdown.ts"
import { withWorld } from "./with-world.ts"

const usage = `Usage: npm run newsletter -- <command>

  new <file.md>               saves a draft and prints its number
  edit <number> <file.md>     replaces a draft, or a scheduled issue
  preview <number>            writes the mail as an HTML file and prints its text
  test <number> <email>       sends it to one address; the subject begins with "Test:"
  schedule <number> <time>    sends it at that time: "now" or an instant such as 2026-11-22T18:00:00-08:00
  status [<number>]           its progress; without a number, all issues
  recipients <number> [<state>]  its recipients and their state: queued, sending, sent, failed, unknown, skipped
  retry <number>              sends it again to recipients whose mail failed or is unknown
  cancel <number>             returns it to draft, or stops it while it is being sent
  suppress <email> bounce|complaint|operator
  unsuppress <email>

A file begins with a header:
  ---
  list: ${lists.map(({ id }) => id).join(" | ")}
  subject: ...
  preview: ... (optional, shown beside the subject)
  places: ...  (waitlists only: how many people at the head of the queue get it; they leave the queue)
  ---
  followed by the text in Markdown.
`

const problems = {
  not_found: "There is no such issue.",
  too_late: "It is already being sent or was sent.",
  not_scheduled: "It is a draft: there is nothing to cancel.",
  not_sent: "It is still being sent.",
  nothing: "No mail failed or is unknown.",
  places_needed: 'For a waitlist the header needs "places: ...": the number of recipients.',
  places_not_for_newsletters: 'A newsletter goes to all its readers: remove "places" from the header.',
  unknown_list: `There is no such list; the lists are ${lists.map(({ id }) => id).join(", ")}.`,
}

const { positionals } = parseArgs({ allowPositionals: true, options: {} })
const [command = "", first = "", second = ""] = positionals
const commands: Record<
  string,
  { takes: [least: number, most: number]; run: (world: World) => Promise<number> }
> = {
  new: { takes: [1, 1], run: (world) => keep(world, null, first) },
  edit: { takes: [2, 2], run: (world) => keep(world, Number(first), second) },
  preview: { takes: [1, 1], run: preview },
  test: { takes: [2, 2], run: sendTest },
  schedule: { takes: [2, 2], run: schedule },
  status: { takes: [0, 1], run: status },
  recipients: { takes: [1, 2], run: recipients },
  retry: { takes: [1, 1], run: retry },
  cancel: { takes: [1, 1], run: cancel },
  suppress: { takes: [2, 2], run: stopAddress },
  unsuppress: { takes: [1, 1], run: freeAddress },
}
const chosen = Object.hasOwn(commands, command) ? commands[command] : undefined
const [least, most] = chosen?.takes ?? [0, 0]
const count = positionals.length - 1

if (!chosen || count < least || count > most) {
  process.stderr.write(usage)
  process.exitCode = 2
} else {
  process.exitCode = await withWorld("newsletter", chosen.run)
}

async function keep(world: World, id: number | null, file: string): Promise<number> {
  const path = resolve(callersFolder(), file)
  const read = readIssueFile(await readFile(path, "utf8"))
  if (!read.ok) return say(read.reason, 1)
  const unusable = unusableLinks(read.markdown, world.settings.siteUrl)
  if (unusable.length > 0)
    return say(`No mail can carry these links: ${unusable.join(", ")}. Take them out or correct them.`, 1)
  const text = { ...read, html: mailHtml(read.markdown, world.settings.siteUrl) }
  if (id !== null) {
    const edited = await editIssue(world, id, text)
    return edited.ok ? say(`Issue ${id} was changed.`) : say(problems[edited.code], 1)
  }
  const made = await createIssue(world, text)
  return made.ok ? say(`Issue ${made.id} is saved as a draft.`) : say(problems[made.code], 1)
}

async function preview(world: World): Promise<number> {
  const issue = await readIssue(world.db, Number(first))
  if (!issue) return say(problems.not_found, 1)
  const letter = sample(world, issue, "reader@example.com")
  const file = join(tmpdir(), `newsletter-${issue.id}.html`)
  await writeFile(file, letter.html ?? "", { mode: 0o600 })
  return say(`Subject: ${letter.subject}\n\n${letter.text}\n\nAs HTML: ${file}`)
}

async function sendTest(world: World): Promise<number> {
  const issue = await readIssue(world.db, Number(first))
  if (!issue) return say(problems.not_found, 1)
  const letter = sample(world, issue, second)
  // Its links belong to no subscriber, so the mail must not offer one-click unsubscribe.
  const { "List-Unsubscribe": _, "List-Unsubscribe-Post": __, ...headers } = letter.headers ?? {}
  await world.mail.queue(world.db, {
    ...letter,
    headers,
    kind: "newsletter.test",
    subject: `Test: ${letter.subject}`,
  })
  return say(`It is sent to ${second} as soon as the server runs.`)
}

function sample(world: World, issue: Issue, email: string) {
  return issueLetter(world, issue, { subscriberId: "nobody", email })
}

async function schedule(world: World): Promise<number> {
  const at = second === "now" ? world.now() : new Date(second)
  if (Number.isNaN(at.getTime()) || (second !== "now" && !/T.*(Z|[+-]\d\d:\d\d)$/.test(second)))
    return say('Enter "now" or an instant with its time zone, such as 2026-11-22T18:00:00-08:00.', 1)
  const done = await scheduleIssue(world, Number(first), at)
  if (!done.ok) return say(problems[done.code], 1)
  const now = await issueStatus(world.db, Number(first))
  return say(
    `Issue ${first} will be sent at ${at.toISOString()} to ${now?.recipients ?? 0} readers as of now.`,
  )
}

async function status(world: World): Promise<number> {
  if (first === "") {
    const issues = await listIssues(world.db)
    const lines = issues.map(
      ({ id, state, list, subject, scheduledAt }) =>
        `${String(id).padStart(4)}  ${state.padEnd(9)}  ${scheduledAt?.toISOString() ?? "".padEnd(24)}  ${list}: ${subject}`,
    )
    return say(lines.join("\n") || "There are no issues yet.")
  }
  const found = await issueStatus(world.db, Number(first))
  return found ? say(progress(found)) : say(problems.not_found, 1)
}

function progress({ issue, deliveries, recipients }: IssueStatus): string {
  const total = Object.values(deliveries).reduce((sum, n) => sum + n, 0)
  const done = total - (deliveries.queued ?? 0) - (deliveries.sending ?? 0)
  const lines = [`Issue ${issue.id}, ${issue.list}: ${issue.subject}`, `State: ${issue.state}`]
  if (total === 0) return [...lines, `Readers now: ${recipients}`].join("\n")
  lines.push(`Done: ${done} of ${total} (${Math.floor((done / total) * 100)} %)`)
  for (const [state, n] of Object.entries(deliveries)) lines.push(`  ${state.padEnd(8)} ${n}`)
  if (deliveries.unknown)
    lines.push(
      "unknown: the process ended while these were being handed over. They may have arrived and are not resent automatically",
      `(npm run newsletter -- recipients ${issue.id} unknown, npm run newsletter -- retry ${issue.id}).`,
    )
  return lines.join("\n")
}

async function recipients(world: World): Promise<number> {
  if (!(await readIssue(world.db, Number(first)))) return say(problems.not_found, 1)
  const all = await issueRecipients(world.db, Number(first), second || undefined)
  const lines = all.map(({ email, state, endedAt, answer }) =>
    [state.padEnd(8), (endedAt?.toISOString() ?? "").padEnd(24), email, answer ?? ""].join("  ").trimEnd(),
  )
  return say(lines.join("\n") || "Nobody.")
}

async function retry(world: World): Promise<number> {
  const done = await retryIssue(world, Number(first))
  return done.ok ? say(`${done.mails} mails are sent again.`) : say(problems[done.code], 1)
}

async function cancel(world: World): Promise<number> {
  const done = await cancelIssue(world, Number(first))
  if (!done.ok) return say(problems[done.code], 1)
  return say(done.state === "draft" ? `Issue ${first} is a draft again.` : `Issue ${first} is stopped.`)
}

async function stopAddress(world: World): Promise<number> {
  const isReason = (text: string): text is SuppressionReason =>
    ["bounce", "complaint", "operator"].includes(text)
  if (!isReason(second)) return say("Name a reason: bounce, complaint or operator.", 1)
  await suppress(world, { email: first, reason: second, note: "by hand" })
  return say(`${first} no longer gets newsletters.`)
}

async function freeAddress(world: World): Promise<number> {
  const freed = await unsuppress(world, first)
  return freed ? say(`${first} may sign up again.`) : say("This address was not suppressed.", 1)
}

function say(text: string, code = 0): number {
  ;(code === 0 ? process.stdout : process.stderr).write(`${text}\n`)
  return code
}
