/**
 * `npm run newsletter -- ...`: writes, tests and sends newsletter issues, and manages suppressed addresses.
 */
import { readFile, writeFile } from "node:fs/promises"
import { tmpdir, userInfo } from "node:os"
import { join, resolve } from "node:path"
import { countOf } from "#content/amounts.ts"
import { lists } from "#content/lists.ts"
import { type IssueStatus, issueStatus, listIssues, readIssue } from "#domain/leads/newsletter/issue.ts"
import { sampleLetter } from "#domain/leads/newsletter/letter.ts"
import { issueRecipients } from "#domain/leads/newsletter/recipients.ts"
import type { SuppressionReason } from "#domain/leads/suppress.ts"
import {
  type IssueRun,
  runIssue,
  scheduleFromConsole,
  testIssue,
  writeIssue,
} from "#domain/operator/newsletters/newsletter-commands.ts"
import {
  importFromConsole,
  suppressFromConsole,
  switchClicksFromConsole,
  unsuppressFromConsole,
} from "#domain/operator/newsletters/subscriber-commands.ts"
import { shellOperator } from "#domain/operator/roles.ts"
import type { World } from "#domain/world.ts"
import { callersFolder } from "../env.ts"
import { readIssueFile } from "../newsletters/markdown.ts"
import { readArguments } from "./arguments.ts"
import { importLines } from "./import-lines.ts"
import { withWorld } from "./with-world.ts"

const usage = `Usage: npm run newsletter -- <command>

  new <file.md>               saves a draft and prints its number
  edit <number> <file.md>     replaces a draft, or a scheduled issue
  preview <number>            writes the email as an HTML file and prints its text
  test <number> <email>       sends it to one address; the subject begins with "Test:"
  schedule <number> <time>    sends it at that time: "now" or an instant such as 2026-11-22T18:00:00-08:00. It must have
                              been tested since its last change
  status [<number>]           its progress; without a number, all issues
  recipients <number> [<state>]  its recipients and their state: queued, sending, sent, failed, unknown, skipped
  retry <number>              sends it again to recipients whose email failed or is unknown
  cancel <number>             returns it to draft, or stops it while it is being sent
  pause <number>              stops it while it is being sent; "resume <number>" goes on
  hide <number>               takes it out of the public archive; "show <number>" puts it back
  clicks on|off               whether links of issues count how often they are followed (never by whom)
  import <list> <file.csv> [--source <where>] [--on <day>] [--text <words>] [--dry-run]
                              adds people who agreed elsewhere, with the proof of it: columns email, name, consent_date,
                              consent_source, consent_text; the options are for lines that do not say it themselves
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

const problems: Record<string, string> = {
  not_found: "There is no such issue.",
  too_late: "It is already being sent or was sent.",
  not_scheduled: "It is a draft: there is nothing to cancel.",
  not_sent: "It is still being sent.",
  nothing: "No email failed or is unknown.",
  not_sending: "It is not being sent.",
  not_paused: "It is not paused.",
  not_published: "None of its emails were sent, so it is not in the archive.",
  unchanged: "It is already like that.",
  not_suppressed: "This address was not suppressed.",
  untested: "You have changed it since the last test: test <number> <email>.",
  nobody: "Nobody is on this list yet.",
  archived: "Its list is no longer on the site, so it can go to nobody.",
  past: "That time is in the past.",
  places_needed: 'For a waitlist the header needs "places: ...": the number of recipients.',
  places_not_for_newsletters: 'A newsletter goes to all its readers: remove "places" from the header.',
  unknown_list: `There is no such list; the lists are ${lists.map(({ id }) => id).join(", ")}.`,
  not_a_newsletter: "People can be imported into newsletters only: a waitlist has an order.",
  no_column: "The first line must name the columns, one of them email.",
  empty: "The file has no lines below its first.",
  too_many: "The file has too many lines for one import.",
  nobody_to_add: "Nobody would be added.",
}

const { values, positionals } = readArguments(usage, {
  source: { type: "string", default: "" },
  on: { type: "string", default: "" },
  text: { type: "string", default: "" },
  "dry-run": { type: "boolean", default: false },
})
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
  retry: {
    takes: [1, 1],
    run: (world) => change(world, "retry", "Sending again to everyone it failed to reach."),
  },
  cancel: { takes: [1, 1], run: cancel },
  pause: { takes: [1, 1], run: (world) => change(world, "pause", "Paused.") },
  resume: { takes: [1, 1], run: (world) => change(world, "resume", "Resumed.") },
  hide: { takes: [1, 1], run: (world) => change(world, "hide", "It is no longer in the archive.") },
  show: { takes: [1, 1], run: (world) => change(world, "show", "It is in the archive.") },
  clicks: { takes: [1, 1], run: clicks },
  import: { takes: [2, 2], run: importFile },
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
  const { ok: _, ...written } = read
  const kept = await writeIssue(world, operatorOf(world), id, written)
  if (kept.ok) return say(id === null ? `Issue ${kept.id} is saved as a draft.` : `Issue ${id} was changed.`)
  if (!("unusable" in kept)) return refuse(kept.code)
  const what =
    kept.code === "links"
      ? "These links do not work in an email"
      : "These pictures are on other servers, which would learn who opens the email"
  return say(`${what}: ${kept.unusable.join(", ")}. Take them out or correct them.`, 1)
}

async function preview(world: World): Promise<number> {
  const issue = await readIssue(world.db, Number(first))
  if (!issue) return refuse("not_found")
  const letter = sampleLetter(world, issue, "reader@example.com")
  const file = join(tmpdir(), `newsletter-${issue.id}.html`)
  await writeFile(file, letter.html ?? "", { mode: 0o600 })
  return say(`Subject: ${letter.subject}\n\n${letter.text}\n\nAs HTML: ${file}`)
}

async function sendTest(world: World): Promise<number> {
  const sent = await testIssue(world, operatorOf(world), Number(first), second)
  return sent.ok ? say(`It goes to ${second} as soon as the server is running.`) : refuse(sent.code)
}

async function schedule(world: World): Promise<number> {
  const at = second === "now" ? world.now() : new Date(second)
  if (Number.isNaN(at.getTime()) || (second !== "now" && !/T.*(Z|[+-]\d\d:\d\d)$/.test(second)))
    return say('Enter "now" or an instant with its time zone, such as 2026-11-22T18:00:00-08:00.', 1)
  const done = await scheduleFromConsole(world, operatorOf(world), Number(first), at)
  if (!done.ok) return refuse(done.code)
  return say(
    `Issue ${first} will be sent at ${at.toISOString()} to ${countOf(done.readers, "reader")} as of now.`,
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
  return found ? say(progress(found)) : refuse("not_found")
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
  if (!(await readIssue(world.db, Number(first)))) return refuse("not_found")
  const all = await issueRecipients(world.db, Number(first), second || undefined)
  const lines = all.map(({ email, state, endedAt, answer }) =>
    [state.padEnd(8), (endedAt?.toISOString() ?? "").padEnd(24), email, answer ?? ""].join("  ").trimEnd(),
  )
  return say(lines.join("\n") || "Nobody.")
}

async function change(world: World, run: IssueRun, done: string): Promise<number> {
  const changed = await runIssue(world, operatorOf(world), Number(first), run)
  return changed.ok ? say(done) : refuse(changed.code)
}

async function cancel(world: World): Promise<number> {
  const done = await runIssue(world, operatorOf(world), Number(first), "cancel")
  if (!done.ok) return refuse(done.code)
  const issue = await readIssue(world.db, Number(first))
  return say(issue?.state === "draft" ? `Issue ${first} is a draft again.` : `Issue ${first} is stopped.`)
}

async function clicks(world: World): Promise<number> {
  if (first !== "on" && first !== "off") return say("Enter on or off.", 2)
  const done = await switchClicksFromConsole(world, operatorOf(world), { on: first === "on" })
  if (!done.ok) return refuse(done.code)
  return say(first === "on" ? "Links in the next issues will be counted." : "Links are not counted.")
}

async function importFile(world: World): Promise<number> {
  const file = await readFile(resolve(callersFolder(), second), "utf8")
  const { source, on, text, "dry-run": dryRun } = values
  const common = { source, on, text }
  const done = await importFromConsole(world, operatorOf(world), { list: first, file, common, dryRun })
  const lines = done.report ? importLines(done.report) : []
  if (!done.ok) return say([...lines, problems[done.code] ?? done.code].join("\n"), 1)
  return say([...lines, dryRun ? "Nothing was changed." : `Imported into ${first}.`].join("\n"))
}

async function stopAddress(world: World): Promise<number> {
  const isReason = (text: string): text is SuppressionReason =>
    ["bounce", "complaint", "operator"].includes(text)
  if (!isReason(second)) return say("Name a reason: bounce, complaint or operator.", 1)
  const done = await suppressFromConsole(world, operatorOf(world), { email: first, reason: second, note: "" })
  return done.ok ? say(`${first} no longer gets newsletters.`) : refuse(done.code)
}

async function freeAddress(world: World): Promise<number> {
  const freed = await unsuppressFromConsole(world, operatorOf(world), first)
  return freed.ok ? say(`${first} may sign up again.`) : refuse(freed.code)
}

function operatorOf(world: World) {
  return shellOperator(userInfo().username, world.now())
}

function refuse(code: string): number {
  return say(problems[code] ?? code, 1)
}

function say(text: string, code = 0): number {
  ;(code === 0 ? process.stdout : process.stderr).write(`${text}\n`)
  return code
}
