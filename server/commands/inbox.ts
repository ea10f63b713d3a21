/** `npm run inbox -- ...`: lists what people submitted through forms, and decides on it. */
import { userInfo } from "node:os"
import { formById } from "#content/forms.ts"
import { answerFacts } from "#domain/leads/answers.ts"
import {
  type DecisionMail,
  listSubmissions,
  type Submission,
  type SubmissionStatus,
  showSubmission,
  statuses,
} from "#domain/leads/inbox.ts"
import { decideSubmission } from "#domain/operator/inbox/decide.ts"
import { eraseAddress } from "#domain/operator/people/erase-address.ts"
import { shellOperator } from "#domain/operator/roles.ts"
import type { World } from "#domain/world.ts"
import { addressData } from "../privacy.ts"
import { readArguments } from "./arguments.ts"
import { withWorld } from "./with-world.ts"

const usage = `Usage: npm run inbox -- <command>

  list [--status new|in-review|accepted|declined|spam] [--form <id>]
                              submissions, newest first; open ones unless a status is given
  show <id>                   one submission with its history
  review <id>                 sets it to "in review"; what was put aside is taken in as if it had just arrived
  accept <id> [--note <text>] accepts it; an accepted athlete or creator gets the invite by email
  decline <id> [--note <text>] declines it; an applicant gets a short note by email
  accept|decline <id> --quiet the same without an email, when you write to them yourself
  spam <id>                   agrees that it is spam; without that it stays in the list
  erase <email>               removes all submissions and subscriptions of an address that has no account

An id may be shortened to its first characters.
`

const verbs: Record<string, SubmissionStatus> = {
  review: "in-review",
  accept: "accepted",
  decline: "declined",
  spam: "spam",
}

const { values, positionals } = readArguments(usage, {
  status: { type: "string" },
  form: { type: "string" },
  note: { type: "string" },
  quiet: { type: "boolean" },
})
const [command = "", argument = "", ...more] = positionals
const isStatus = (text: string | undefined): text is SubmissionStatus => statuses.some((one) => one === text)
const complete =
  more.length === 0 &&
  (command === "list"
    ? argument === "" && (values.status === undefined || isStatus(values.status))
    : (command === "show" || command === "erase" || command in verbs) && argument !== "")

if (!complete) {
  process.stderr.write(usage)
  process.exitCode = 2
} else {
  process.exitCode = await withWorld("inbox", run)
}

async function run(world: World): Promise<number> {
  if (command === "list") {
    const filter = {
      ...(isStatus(values.status) ? { status: values.status } : {}),
      ...(values.form ? { form: values.form } : {}),
    }
    const found = await listSubmissions(world.db, filter)
    return say(found.map(line).join("\n") || "There are no submissions.")
  }
  if (command === "erase") return erase(world, argument.toLowerCase())
  const shown = await showSubmission(world.db, argument)
  if (!shown.ok)
    return say(
      shown.code === "ambiguous"
        ? "Several ids start like this: enter more of the id."
        : "There is no such submission.",
      1,
    )
  const { submission, history } = shown
  const status = verbs[command]
  if (!status)
    return say(
      details(
        submission,
        history.map(
          ({ at, by, status: was, note }) =>
            `${time(at)}  ${was} by ${by ?? "rules"}${note ? `: ${note}` : ""}`,
        ),
      ),
    )
  const decided = await decideSubmission(world, shellOperator(userInfo().username, world.now()), {
    id: submission.id,
    status,
    ...(values.note ? { note: values.note } : {}),
    ...(values.quiet ? { quiet: true } : {}),
  })
  if (!decided.ok) return say(`It is already ${submission.status}.`, 1)
  return say(`${submission.name}: ${status}.${followUp(decided.mailed, status, submission.email)}`)
}

function followUp(mailed: DecisionMail | null, status: SubmissionStatus, email: string): string {
  if (mailed) return mailed === "invite" ? ` The invite goes to ${email}.` : ` A short note goes to ${email}.`
  return status === "accepted" || status === "declined" ? ` No email is sent; write to ${email}.` : ""
}

async function erase(world: World, email: string): Promise<number> {
  const operator = shellOperator(userInfo().username, world.now())
  const done = await eraseAddress(world, operator, { email, kept: addressData })
  if (done.ok) return say(`Removed: ${done.rows} entries and everything that belonged to them.`)
  if (done.code === "has_account")
    return say("This address has an account: its owner can erase it on /account/security.", 1)
  return done.code === "nothing" ? say("Nothing is stored for this address.") : say(done.code, 1)
}

function line(submission: Submission): string {
  const { id, submittedAt, status, statusBy, form, name, email, dueAt, spamReasons } = submission
  const due = dueAt && (status === "new" || status === "in-review") ? `  answer by ${time(dueAt)}` : ""
  const quarantined = status === "spam" && statusBy === null
  const why = quarantined ? `  looks like spam: ${spamReasons.join("; ")}` : ""
  const shown = quarantined ? "spam?" : status
  return `${id.slice(0, 8)}  ${time(submittedAt)}  ${shown.padEnd(9)}  ${form.padEnd(20)}  ${name} <${email}>${due}${why}`
}

function details(submission: Submission, history: readonly string[]): string {
  const { id, form: formId, answers, consentText, formVersion, spamReasons } = submission
  const form = formById(formId)
  const facts = form
    ? answerFacts(form, answers)
    : Object.entries(answers).map(([name, value]) => [name, String(value)])
  return [
    line(submission),
    `id ${id}, form version ${formVersion}`,
    "",
    ...facts.map(([label, value]) => `${label}:\n  ${String(value).replaceAll("\n", "\n  ")}`),
    "",
    `Agreed to: ${consentText}`,
    ...(spamReasons.length > 0 ? [`Looks like spam: ${spamReasons.join("; ")}`] : []),
    ...(history.length > 0 ? ["", ...history] : []),
  ].join("\n")
}

function time(at: Date): string {
  return at.toISOString().slice(0, 16).replace("T", " ")
}

function say(text: string, code = 0): number {
  ;(code === 0 ? process.stdout : process.stderr).write(`${text}\n`)
  return code
}
