import { data, redirect, useLoaderData, useLocation } from "react-router"
import { z } from "zod"
import { formById } from "#content/forms.ts"
import { repliesTo } from "#domain/leads/answer.ts"
import { answerFacts } from "#domain/leads/answers.ts"
import { showSubmission } from "#domain/leads/inbox.ts"
import { receivedIn } from "#domain/leads/threads/receive-reply.ts"
import {
  answerFromInbox,
  decideSubmission,
  isSubmissionStatus,
  noteOnSubmission,
} from "#domain/operator/inbox/decide.ts"
import { type Handling, handleSubmission, inboxReaders } from "#domain/operator/inbox/handle.ts"
import { fillReply, savedReplies } from "#domain/operator/inbox/saved-replies.ts"
import { linesAbout } from "#domain/operator/read-journal.ts"
import { holds } from "#domain/operator/roles.ts"
import { instantOnSite, momentInWords } from "#domain/site-clock.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { type Answer, refused } from "../answer.ts"
import { readDone } from "../done.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { DoneLine } from "../frame/done-line.tsx"
import { JournalLines } from "../frame/journal-lines.tsx"
import { NoteForm } from "../frame/note-form.tsx"
import { Facts, Page, Panel } from "../frame/page.tsx"
import { undoFromDesk } from "../undo-from-desk.ts"
import { DecisionForm, ReplyForm } from "./decision-forms.tsx"
import { HandleForm } from "./handle-form.tsx"
import { readInbox, readInboxAddress } from "./query.ts"
import { ReceivedMail } from "./received.tsx"
import { toRow } from "./rows.ts"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/inbox")
  const shown = await showSubmission(world.db, idOf(args))
  if (!shown.ok) throw data(null, { status: 404 })
  const { submission } = shown
  const [replies, received, readers, saved, lines, done] = await Promise.all([
    repliesTo(world.db, submission.id),
    receivedIn(world.db, submission.id),
    inboxReaders(world.db),
    savedReplies(world.db),
    linesAbout(world.db, { subject: "submission", id: submission.id }),
    readDone(world, args.request),
  ])
  const form = formById(submission.form)
  return {
    row: toRow(submission, world.now()),
    stored: submission.status,
    answers: form
      ? answerFacts(form, submission.answers)
      : Object.entries(submission.answers).map(([name, value]) => [name, String(value)] as const),
    consent: submission.consentText,
    spamReasons: submission.spamReasons,
    invites: form !== undefined && "inbox" in form.to && form.to.inbox.onAccept === "invite",
    thread: [
      ...replies.map((one) => ({ kind: "sent" as const, ...one })),
      ...received.map((one) => ({ kind: "received" as const, ...one })),
    ]
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .map((one) => ({ ...one, at: momentInWords(one.at) })),
    handling: {
      readers,
      assignedTo: submission.assignedTo,
      snoozedUntil:
        submission.snoozedUntil && submission.snoozedUntil > world.now()
          ? momentInWords(submission.snoozedUntil)
          : null,
      closed: submission.closedAt !== null,
    },
    saved: saved.map(({ id, title, text }) => ({ id, title, text: fillReply(text, submission) })),
    lines: lines.map((line) => ({ ...line, at: momentInWords(line.at) })),
    done,
    replyKey: crypto.randomUUID(),
    directory:
      submission.form === "athlete-application" &&
      submission.status === "accepted" &&
      holds(operator.role, "owner")
        ? `/content/athletes/new?application=${submission.id}`
        : null,
  }
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/inbox")
  const { request } = args
  const id = idOf(args)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? "").trim()
  if (text("undo")) {
    return undoFromDesk(args, "/inbox", {
      entry: text("undo"),
      words,
      text: "Undone. Emails already sent cannot be unsent.",
    })
  }
  const what = text("do")
  if (what === "answer") {
    if (text("text") === "") return { ok: false, text: "Write the reply first." } satisfies Answer
    const next = await nextInInbox(args, id)
    const answered = await answerFromInbox(world, operator, {
      id: /^[0-9a-f-]{36}$/.test(text("key")) ? text("key") : crypto.randomUUID(),
      submissionId: id,
      text: text("text").slice(0, 10_000),
    })
    if (!answered.ok && answered.code !== "already_done") return refused(answered.code, words, request)
    return goOn(request, next, answered.entry)
  }
  if (what === "note") {
    if (text("text") === "") return { ok: false, text: "Write the note first." } satisfies Answer
    const noted = await noteOnSubmission(world, operator, { id, text: text("text").slice(0, 1000) })
    return noted.ok ? ({ ok: true, text: "Noted." } satisfies Answer) : refused(noted.code, words, request)
  }
  const handling = readHandling(what, text)
  if (handling === "invalid") return { ok: false, text: "Choose a day." } satisfies Answer
  if (handling) {
    const done = await handleSubmission(world, operator, { id, ...handling })
    return done.ok
      ? ({ ok: true, text: handled[handling.do] } satisfies Answer)
      : refused(done.code, words, request)
  }
  if (!isSubmissionStatus(what)) return { ok: false, text: "Choose what to do." } satisfies Answer
  const next = await nextInInbox(args, id)
  const decided = await decideSubmission(world, operator, {
    id,
    status: what,
    note: text("note").slice(0, 1000) || undefined,
    quiet: form.get("quiet") === "yes",
  })
  if (!decided.ok && decided.code !== "already_done") return refused(decided.code, words, request)
  // An accepted athlete's directory entry is on this page; everything else continues with the next message.
  const stays = what === "accepted" || what === "in-review"
  return goOn(request, stays ? id : next, decided.entry)
}

const handled = {
  assign: "Saved.",
  snooze: "Snoozed. It comes back by itself.",
  close: "Closed. A reply opens it again.",
  open: "Open again.",
}

function readHandling(what: string, text: (name: string) => string): Handling | "invalid" | null {
  if (what === "close" || what === "open") return { do: what }
  if (what === "assign")
    return { do: "assign", to: z.uuid().safeParse(text("to")).success ? text("to") : null }
  if (what !== "snooze") return null
  const until = instantOnSite(`${text("until")}T06:00`)
  return until ? { do: "snooze", until } : "invalid"
}

/**
 * The message to continue with, in the order of the list from which this one was opened: the next new one or, in a view
 * of decided messages such as quarantine, simply the next. Null when none is left.
 */
async function nextInInbox(args: RouteArgs, id: string): Promise<string | null> {
  const { world } = enter(args, "/inbox")
  const address = readInboxAddress(args.request)
  const { rows } = await readInbox(world, address, { limit: 500, offset: 0 })
  const place = rows.findIndex((one) => one.id === id)
  const others = [...rows.slice(place + 1), ...rows.slice(0, Math.max(place, 0))]
  const open = (address.filter.status ?? "open") === "open"
  return (open ? others.find(({ status }) => status === "new") : others[0])?.id ?? null
}

/** Redirects to a message, or back to the list, and shows what was done. */
function goOn(request: Request, to: string | null, entry: number | undefined) {
  const search = new URLSearchParams(new URL(request.url).search)
  search.set("done", String(entry))
  return redirect(`${to ? `/inbox/${to}` : "/inbox"}?${search}`)
}

function idOf({ params }: RouteArgs): string {
  if (!/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(params.id ?? "")) throw data(null, { status: 404 })
  return params.id ?? ""
}

export default function Submission() {
  const loaded = useLoaderData<typeof loader>()
  const { row, stored, answers, thread, lines, done, directory } = loaded
  const { search, pathname } = useLocation()
  const query = new URLSearchParams(search)
  query.delete("done")
  const here = query.size > 0 ? `${pathname}?${query}` : pathname
  return (
    <Page title={row.name} text={`${row.form}, ${row.received}`}>
      <Answered />
      <DoneLine done={done} action={here} />
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 content-start gap-5">
          <Panel title="Message">
            <dl className="grid max-w-[80ch] gap-3">
              {answers.map(([label, value]) => (
                <div key={label}>
                  <dt className="text-small text-muted">{label}</dt>
                  <dd className="whitespace-pre-wrap wrap-anywhere">{value}</dd>
                </div>
              ))}
            </dl>
          </Panel>
          {thread.map((one) =>
            one.kind === "sent" ? (
              <Panel key={one.id} title={`Answered by ${one.by}, ${one.at}`}>
                <p className="max-w-[80ch] whitespace-pre-wrap wrap-anywhere">{one.text}</p>
              </Panel>
            ) : (
              <ReceivedMail key={one.id} submission={row.id} mail={one} />
            ),
          )}
          {stored !== "spam" && (
            <ReplyForm action={here} to={row.email} replyKey={loaded.replyKey} saved={loaded.saved} />
          )}
          {directory && (
            <Panel title="Directory">
              <p className="mb-3 text-small">
                Their page is filled in from the application. Look at it, add a portrait if they have none,
                and publish.
              </p>
              <ButtonLink to={directory}>Put into the directory</ButtonLink>
            </Panel>
          )}
        </div>
        <div className="grid content-start gap-5">
          <HandleForm action={here} {...loaded.handling} />
          <DecisionForm action={here} stored={stored} invites={loaded.invites} />
          <Panel title="About">
            <Facts
              facts={[
                ["Email", row.email],
                ["State", row.status],
                ["Answer by", row.due || "no promise open"],
                ["Agreed to", loaded.consent],
                ...(loaded.spamReasons.length > 0
                  ? [["Looks like spam", loaded.spamReasons.join("; ")] as const]
                  : []),
              ]}
            />
          </Panel>
          <Panel title="Notes and journal">
            <NoteForm action={here} key={lines.length} />
            <div className="mt-3">
              <JournalLines lines={lines} />
            </div>
          </Panel>
        </div>
      </div>
    </Page>
  )
}
