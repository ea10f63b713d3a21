import { useState } from "react"
import { data, redirect, type ShouldRevalidateFunctionArgs, useLoaderData } from "react-router"
import { z } from "zod"
import { countOf } from "#content/amounts.ts"
import { listById, lists } from "#content/lists.ts"
import { pictureBytes } from "#content/newsletter-pictures.ts"
import { site } from "#content/site.ts"
import { countedLinks } from "#domain/leads/newsletter/clicks.ts"
import { type IssueStatus, issueStatus } from "#domain/leads/newsletter/issue.ts"
import { issueUrl } from "#domain/leads/newsletter/issue-address.ts"
import { sampleLetter } from "#domain/leads/newsletter/letter.ts"
import {
  addPicture,
  type IssueRun,
  renderIssue,
  runIssue,
  scheduleFromConsole,
  testIssue,
  whyNotReady,
  writeIssue,
} from "#domain/operator/newsletters/newsletter-commands.ts"
import { linesAbout } from "#domain/operator/read-journal.ts"
import { instantOnSite, momentInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"
import { keepAfterSending } from "../../forms/client-answer.ts"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { JournalLines } from "../frame/journal-lines.tsx"
import { Page, Panel } from "../frame/page.tsx"
import { journalOf } from "../journal-of.ts"
import { undoFromDesk } from "../undo-from-desk.ts"
import { ArchivePanel } from "./archive-panel.tsx"
import { caretOf, issueFormShape } from "./issue-form.ts"
import { MailPreview } from "./mail-preview.tsx"
import { SendForms } from "./send-forms.tsx"
import { issueStateWords, words } from "./words.ts"
import { WriteForm } from "./write-form.tsx"

export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/newsletters")
  const status = await statusOf(world, args)
  const own = status && listById(status.issue.list)
  return {
    // The email about a sponsor is made on the page of its race, and stays with its list.
    lists: (own?.kind === "sponsored" ? [own] : lists).map(({ id, name, kind }) => ({ id, name, kind })),
    self: operator.name,
    zone: site.timeZone,
    lines: status ? await journalOf(world, { subject: "newsletter", id: String(status.issue.id) }) : [],
    issue: status && (await shown(world, status)),
  }
}

async function statusOf(world: World, { params }: RouteArgs): Promise<IssueStatus | null> {
  if (params.id === "new") return null
  const found = /^\d{1,15}$/.test(params.id ?? "") && (await issueStatus(world.db, Number(params.id)))
  if (!found) throw data(null, { status: 404 })
  return found
}

async function shown(world: World, { issue, deliveries, recipients }: IssueStatus) {
  const { id, list, subject, preview, markdown, places, state, scheduledAt, testedAt } = issue
  const unready = await whyNotReady(world, id)
  return {
    written: { id, list, subject, preview, markdown, places },
    ...{ id, subject, state, deliveries },
    readers: countOf(recipients, "reader"),
    unready: unready && (words[unready] ?? unready),
    scheduled: scheduledAt && momentInWords(scheduledAt),
    tested: testedAt && momentInWords(testedAt),
    mail: sampleLetter(world, issue, "reader@example.com").html ?? "",
    page: issue.publishedAt && issueUrl(world, issue),
    inArchive: issue.inArchive,
    links: await countedLinks(world.db, id),
  }
}

const address = z.email().max(254)
const runs: Record<IssueRun, string> = {
  pause: "Paused. Emails already on their way still go out.",
  resume: "Resumed.",
  cancel: "Stopped.",
  retry: "Sending again to everyone it failed to reach.",
  hide: "It is no longer in the archive.",
  show: "It is in the archive.",
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
  if (form.has("undo")) return undoFromDesk(args, "/newsletters", { entry: form.get("undo"), words })
  if (what === "write-test") return writeAndTest(args, status, form)
  if (what === "write" || what === "look" || what === "picture") return write(args, status, form, what)
  if (!status) return wrong("Save the draft first.")
  const { id } = status.issue
  if (what === "test") {
    const to = String(form.get("to")).trim()
    if (!address.safeParse(to).success) return wrong("Enter a valid email address.")
    return answer(await testIssue(world, operator, id, to), `The test is on its way to ${to}.`)
  }
  if (what === "schedule") {
    const { subject } = status.issue
    const isNow = form.get("when") === "now"
    if (isNow && String(form.get("typed")).trim().toLowerCase() !== subject.trim().toLowerCase())
      return wrong(`Type "${subject}" to send it now. The emails cannot be unsent. Nothing was sent.`)
    const at = isNow ? world.now() : instantOnSite(String(form.get("at")))
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

/** Saves the text and sends the operator a test of it, in one press. */
async function writeAndTest(args: RouteArgs, status: IssueStatus | null, form: FormData) {
  const { world, operator } = enter(args, "/newsletters")
  const answer = await write(args, status, form, "write")
  const saved = answer instanceof Response ? Number(answer.headers.get("location")?.split("/").at(-1)) : null
  const id = saved ?? ("ok" in answer && answer.ok ? status?.issue.id : null)
  if (id == null) return answer
  const done = await testIssue(world, operator, id, operator.name)
  if (!done.ok && done.code !== "already_done") return refused(done.code, words, args.request)
  if (answer instanceof Response) return answer
  return { ok: true, text: `Saved, and a test is on its way to ${operator.name}.` } satisfies Answer
}

/** Previewing the text while it is typed changes nothing. */
export function shouldRevalidate(about: ShouldRevalidateFunctionArgs) {
  return about.formData?.get("do") === "look" ? keepAfterSending(about) : about.defaultShouldRevalidate
}

/** Saves the text, with or without a picture, or only previews it as a mail. */
async function write(
  args: RouteArgs,
  status: IssueStatus | null,
  form: FormData,
  what: "write" | "look" | "picture",
) {
  const { world, operator } = enter(args, "/newsletters")
  const id = status?.issue.id ?? null
  const wrong = (text: string): Answer => ({ ok: false, text })
  const read = issueFormShape.safeParse(Object.fromEntries(form))
  if (!read.success)
    return wrong(
      "An issue needs a list, a subject and a text, and places must be a whole number. Nothing was saved.",
    )
  if (what === "look") {
    const { ok, ...rest } = renderIssue(world, read.data)
    if (!ok || !("text" in rest)) return {}
    return { html: sampleLetter(world, { id: id ?? 0, ...rest.text }, "reader@example.com").html ?? "" }
  }
  const picture = form.get("picture")
  const description = String(form.get("description") ?? "").trim()
  if (what === "picture" && !(picture instanceof File && picture.size > 0))
    return wrong("Choose a picture first.")
  if (what === "picture" && (picture as File).size > pictureBytes)
    return wrong("The picture is larger than 12 MB. Choose a smaller one.")
  const kept =
    what === "write"
      ? await writeIssue(world, operator, id, read.data)
      : await addPicture(world, operator, id, {
          written: read.data,
          bytes: new Uint8Array(await (picture as File).arrayBuffer()),
          description,
          at: caretOf(form),
        })
  if (kept.ok && !status) return redirect(`/newsletters/${kept.id}`)
  if (!kept.ok && kept.code === "already_done" && !status) {
    const [made] = await linesAbout(world.db, { entry: ("entry" in kept && kept.entry) || 0 })
    return redirect(`/newsletters/${made?.subjectId}`)
  }
  if (kept.ok)
    return {
      ok: true,
      text:
        status?.issue.state === "scheduled" && (await issueStatus(world.db, kept.id))?.issue.state === "draft"
          ? "Saved. It was scheduled and is now a draft again: test it and set a new time."
          : "Saved.",
    } satisfies Answer
  if ("unusable" in kept && kept.code === "links")
    return wrong(`These links do not work in an email: ${kept.unusable.join(", ")}.`)
  if ("unusable" in kept)
    return wrong(
      `Pictures on other sites reveal who opens the email. Add these here instead: ${kept.unusable.join(", ")}.`,
    )
  return refused(kept.code, words, args.request)
}

export default function IssuePage() {
  const { issue, lists, self, zone, lines } = useLoaderData<typeof loader>()
  const open = !issue || issue.state === "draft" || issue.state === "scheduled"
  const [typed, setTyped] = useState<{ of: string; mail: string } | null>(null)
  const kept = issue?.mail ?? ""
  return (
    <Page
      title={issue?.subject ?? "A new issue"}
      text={
        issue
          ? `${issueStateWords[issue.state] ?? issue.state}${issue.scheduled ? `, ${issue.scheduled}` : ""}. ${open ? `${issue.readers} would get it now.` : ""}`
          : "Drafts go to nobody."
      }
    >
      <Answered />
      <div className="grid gap-5 xl:grid-cols-2">
        <div className="grid min-w-0 content-start gap-5">
          {open && (
            <WriteForm
              issue={issue?.written ?? null}
              lists={lists}
              onMail={(mail) => setTyped({ of: kept, mail })}
            />
          )}
          {issue && <SendForms issue={issue} self={self} zone={zone} />}
          {issue?.page && <ArchivePanel page={issue.page} inArchive={issue.inArchive} links={issue.links} />}
          {issue && (
            <Panel title="Journal">
              <JournalLines lines={lines} />
            </Panel>
          )}
        </div>
        {(issue || typed) && <MailPreview html={typed?.of === kept ? typed.mail : kept} />}
      </div>
    </Page>
  )
}
