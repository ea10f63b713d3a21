import { data, redirect, useLoaderData } from "react-router"
import { z } from "zod"
import { countOf } from "#content/amounts.ts"
import { lists } from "#content/lists.ts"
import { site } from "#content/site.ts"
import { type IssueStatus, issueStatus } from "#domain/leads/newsletter/issue.ts"
import { issueLetter } from "#domain/leads/newsletter/letter.ts"
import {
  type IssueRun,
  runIssue,
  scheduleFromConsole,
  testIssue,
  writeIssue,
} from "#domain/operator/newsletters/newsletter-commands.ts"
import { linesAbout } from "#domain/operator/read-journal.ts"
import { instantOnSite, momentInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { JournalLines } from "../frame/journal-lines.tsx"
import { Page, Panel } from "../frame/page.tsx"
import { MailPreview } from "./mail-preview.tsx"
import { SendForms } from "./send-forms.tsx"
import { words } from "./words.ts"
import { WriteForm } from "./write-form.tsx"

export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/newsletters")
  const status = await statusOf(world, args)
  const lines = status
    ? await linesAbout(world.db, { subject: "newsletter", id: String(status.issue.id) })
    : []
  return {
    lists: lists.map(({ id, name, kind }) => ({ id, name, kind })),
    self: operator.name,
    zone: site.timeZone,
    lines: lines.map((line) => ({ ...line, at: momentInWords(line.at) })),
    issue: status && shown(world, status),
  }
}

async function statusOf(world: World, { params }: RouteArgs): Promise<IssueStatus | null> {
  if (params.id === "new") return null
  const found = /^\d{1,15}$/.test(params.id ?? "") && (await issueStatus(world.db, Number(params.id)))
  if (!found) throw data(null, { status: 404 })
  return found
}

function shown(world: World, { issue, deliveries, recipients }: IssueStatus) {
  const { id, list, subject, preview, markdown, places, state, scheduledAt, testedAt } = issue
  return {
    ...{ id, list, subject, preview, markdown, places, state, deliveries },
    readers: countOf(recipients, "reader"),
    scheduled: scheduledAt && momentInWords(scheduledAt),
    tested: testedAt && momentInWords(testedAt),
    mail: issueLetter(world, issue, { subscriberId: "nobody", email: "reader@example.com" }).html ?? "",
  }
}

const address = z.email().max(254)
const written = z.object({
  list: z.string().max(100),
  subject: z.string().trim().min(1).max(200),
  preview: z.string().trim().max(200),
  markdown: z.string().trim().min(1).max(200_000),
  places: z.union([z.literal("").transform(() => null), z.coerce.number().int().min(1).max(999_999)]),
})
const runs: Record<IssueRun, string> = {
  pause: "Paused after the mails on their way.",
  resume: "It goes on.",
  cancel: "Stopped.",
  retry: "It goes again to whom it failed.",
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/newsletters")
  const { request } = args
  const status = await statusOf(world, args)
  const form = await request.formData()
  const what = String(form.get("do"))
  const wrong = (text: string): Answer => ({ ok: false, text })
  const answer = (done: { ok: true } | { ok: false; code: string }, text: string) =>
    done.ok ? ({ ok: true, text } satisfies Answer) : refused(done.code, words, request)
  if (what === "write") {
    const read = written.safeParse(Object.fromEntries(form))
    if (!read.success) return wrong("An issue needs a list, a subject and a text; places are a whole number.")
    const kept = await writeIssue(world, operator, status?.issue.id ?? null, read.data)
    if (kept.ok) return status ? answer(kept, "Kept.") : redirect(`/newsletters/${kept.id}`)
    if ("unusable" in kept) return wrong(`No mail can carry these links: ${kept.unusable.join(", ")}.`)
    return refused(kept.code, words, request)
  }
  if (!status) return wrong("Keep the draft first.")
  const { id } = status.issue
  if (what === "test") {
    const to = String(form.get("to")).trim()
    if (!address.safeParse(to).success) return wrong("This is not a mail address.")
    return answer(await testIssue(world, operator, id, to), `The test goes to ${to}.`)
  }
  if (what === "schedule") {
    const at = form.get("when") === "now" ? world.now() : instantOnSite(String(form.get("at")))
    if (!at) return wrong("Choose a day and an hour.")
    const done = await scheduleFromConsole(world, operator, id, at)
    return answer(
      done,
      done.ok ? `It goes to ${countOf(done.readers, "reader")} at ${momentInWords(at)}.` : "",
    )
  }
  if (!Object.hasOwn(runs, what)) return wrong("Choose what to do.")
  const run = what as IssueRun
  return answer(await runIssue(world, operator, id, run), runs[run])
}

export default function IssuePage() {
  const { issue, lists, self, zone, lines } = useLoaderData<typeof loader>()
  const open = !issue || issue.state === "draft" || issue.state === "scheduled"
  return (
    <Page
      title={issue?.subject ?? "A new issue"}
      text={
        issue
          ? `${issue.state}${issue.scheduled ? `, ${issue.scheduled}` : ""}. ${open ? `${issue.readers} would get it now.` : ""}`
          : "A draft goes to nobody."
      }
    >
      <Answered />
      <div className="grid gap-5 xl:grid-cols-2">
        <div className="grid min-w-0 content-start gap-5">
          {open && <WriteForm issue={issue} lists={lists} />}
          {issue && <SendForms issue={issue} self={self} zone={zone} />}
          {issue && (
            <Panel title="Journal">
              <JournalLines lines={lines} />
            </Panel>
          )}
        </div>
        {issue && <MailPreview html={issue.mail} />}
      </div>
    </Page>
  )
}
