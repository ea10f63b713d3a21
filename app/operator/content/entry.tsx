import { useState } from "react"
import { data, redirect, type ShouldRevalidateFunctionArgs, useLoaderData } from "react-router"
import { z } from "zod"
import type { Control } from "#content/words/kind.ts"
import { anyKind, isKind } from "#content/words/kinds.ts"
import { wordsWith } from "#content/words/words.ts"
import { showSubmission } from "#domain/leads/inbox.ts"
import {
  type ContentEdit,
  contentEntry,
  entryOfForm,
  saveContent,
  slugFor,
  takeBackContent,
} from "#domain/operator/content/content-commands.ts"
import { publishingRows } from "#domain/publishing/rows.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { keepAfterSending } from "../../forms/client-answer.ts"
import { type Answer, refused } from "../answer.ts"
import { preview as previewKey } from "../context.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { JournalLines } from "../frame/journal-lines.tsx"
import { Page, Panel } from "../frame/page.tsx"
import { useSent } from "../frame/use-sent.ts"
import { directoryEntry } from "../inbox/directory-entry.ts"
import { journalOf } from "../journal-of.ts"
import { undoFromDesk } from "../undo-from-desk.ts"
import { EntryForm } from "./entry-form.tsx"
import { PagePreview } from "./page-preview.tsx"
import { readForm } from "./read-form.ts"
import { states, words } from "./words.ts"

/** The answer to a form that was not saved: what was typed, and what is wrong with it, by field. */
interface EntryAnswer extends Partial<Answer> {
  typed?: Record<string, unknown>
  problems?: Record<string, string>
  /** Somebody else saved it meanwhile; the page shows what. */
  conflict?: true
  /** The page with what is typed. */
  html?: string
}

async function opened(args: RouteArgs) {
  const { world } = enter(args, "/content")
  const { kind: name = "", slug: given = "" } = args.params
  if (!isKind(name) || anyKind(name).desk) throw data(null, { status: 404 })
  const isNew = given === "new" && anyKind(name).grows
  const found = isNew ? null : await contentEntry(world.db, { kind: name, slug: given })
  if (found === undefined) throw data(null, { status: 404 })
  return { kind: name, slug: isNew ? null : given, found }
}

/** The application from which a new athlete is made: its id in the address. */
function applicationIn({ request, params }: RouteArgs): string | null {
  const id = new URL(request.url).searchParams.get("application") ?? ""
  return params.kind === "athletes" && params.slug === "new" && z.uuid().safeParse(id).success ? id : null
}

/** The fields of a new entry: empty, or filled in from an application. */
async function prepared(args: RouteArgs): Promise<Record<string, unknown>> {
  const { world } = enter(args, "/content")
  const application = applicationIn(args)
  const found = application === null ? null : await showSubmission(world.db, application)
  return (found?.ok && (await directoryEntry(world.db, found.submission))) || {}
}

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/content")
  const { kind: name, slug, found } = await opened(args)
  const kind = anyKind(name)
  const [page] = kind.pages(slug ?? "")
  const row = found?.row
  return {
    kind: { name, one: kind.one, title: kind.title, controls: kind.controls },
    title: found ? kind.nameOf(found.data) : `A new ${kind.one}`,
    values: found ? (kind.fields?.(found.data) ?? found.data) : await prepared(args),
    version: row?.version ?? 0,
    state: row ? states[row.state] : found ? states.default : "Not saved yet",
    edited: row ? momentInWords(row.editedAt) : null,
    hasDefault: kind.defaults.some((value) => kind.slugOf(value) === slug),
    page,
    html: found ? await args.context.get(previewKey)(page, world.published.words) : null,
    lines: slug ? await journalOf(world, { subject: "content", id: `${name}/${slug}` }) : [],
  }
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/content")
  const form = await args.request.formData()
  const version = Number(form.get("version")) || 0
  const what = String(form.get("do"))
  const { kind: named = "", slug: given = "" } = args.params
  if (what === "take-back" && isKind(named)) {
    const taken = await takeBackContent(world, operator, { kind: named, slug: given, version })
    // Of a double tap, the second may find an entry without a default gone.
    if (taken.ok || taken.code === "already_done") return redirect(`/content/${named}`)
    await opened(args)
    return refused(taken.code, words, args.request)
  }
  const { kind, slug, found } = await opened(args)
  if (form.has("undo")) return undoFromDesk(args, "/content", { entry: form.get("undo"), words })
  const { fields, pictures, tooLarge } = await readForm(form, anyKind(kind).controls)
  const edit = { kind, slug, fields, pictures, version, application: applicationIn(args) }
  if (what === "look") return { html: await looked(args, edit, found?.data ?? {}) } satisfies EntryAnswer
  const typed = { ...fields, ...typedPictures(pictures, found?.data ?? {}) }
  if (tooLarge)
    return { ok: false, text: `${tooLarge}: the file is larger than 12 MB.`, typed } satisfies EntryAnswer
  const saved = await saveContent(world, operator, {
    ...edit,
    state: what === "draft" ? "draft" : "published",
  })
  if (!saved.ok && saved.code === "already_done")
    return redirect(`/content/${kind}/${slug ?? slugFor(kind, fields)}`)
  if (!saved.ok) {
    const problems = "problems" in saved ? saved.problems : {}
    if (saved.code === "proof_needed") return refused(saved.code, words, args.request)
    const text = words[saved.code] ?? `This could not be done: ${saved.code}.`
    return data<EntryAnswer>(
      { ok: false, text, typed, problems, ...(saved.code === "edited" ? { conflict: true } : {}) },
      { status: 409 },
    )
  }
  if (slug === null) return redirect(`/content/${kind}/${saved.slug}`)
  const text = what === "draft" ? "Saved as a draft. No page shows it." : "Saved. The site shows it."
  return { ok: true, text } satisfies EntryAnswer
}

/** The page with what is typed, on which only this operator sees it. */
async function looked(
  args: RouteArgs,
  edit: Pick<ContentEdit, "kind" | "slug" | "fields" | "pictures">,
  before: Record<string, unknown>,
): Promise<string> {
  const { world } = enter(args, "/content")
  const { kind } = edit
  const slug = edit.slug ?? slugFor(kind, edit.fields)
  const rows = await publishingRows(world.db)
  const position = rows.find((row) => row.kind === kind && row.slug === slug)?.position ?? null
  const candidate = {
    kind,
    slug,
    data: entryOfForm(edit, slug, before),
    position,
    state: "published" as const,
  }
  const others = rows.filter((row) => row.state !== "draft" && !(row.kind === kind && row.slug === slug))
  const [page] = anyKind(kind).pages(slug)
  return args.context.get(previewKey)(page, wordsWith([...others, candidate]))
}

/** A file cannot be put back into a form; the alternative text can. */
function typedPictures(
  pictures: Awaited<ReturnType<typeof readForm>>["pictures"],
  before: Record<string, unknown>,
) {
  return Object.fromEntries(
    Object.entries(pictures).map(([name, { alt }]) => [
      name,
      { ...(before[name] as object | undefined), alt },
    ]),
  )
}

/** Previewing what is typed changes nothing. */
export function shouldRevalidate(about: ShouldRevalidateFunctionArgs) {
  return about.formData?.get("do") === "look" ? keepAfterSending(about) : about.defaultShouldRevalidate
}

export default function ContentEntry() {
  const { kind, title, values, version, state, edited, hasDefault, page, html, lines } =
    useLoaderData<typeof loader>()
  const sent = useSent<EntryAnswer | undefined>()
  const [looked, setLooked] = useState<{ of: string | null; html: string } | null>(null)
  const shown = looked && looked.of === html ? looked.html : html
  return (
    <Page title={title} text={`${kind.title}. ${state}${edited ? `, ${edited}` : ""}.`}>
      <Answered />
      <div className="grid gap-5 xl:grid-cols-2">
        <div className="grid min-w-0 content-start gap-5">
          {sent?.conflict && sent.typed && (
            <Theirs controls={kind.controls} theirs={values} typed={sent.typed} />
          )}
          <EntryForm
            kind={kind}
            values={sent?.typed ?? values}
            problems={sent?.problems ?? {}}
            version={version}
            hasDefault={hasDefault}
            onPage={(next) => setLooked({ of: html, html: next })}
          />
          {lines.length > 0 && (
            <Panel title="Journal">
              <JournalLines lines={lines} />
            </Panel>
          )}
        </div>
        {shown && (
          <PagePreview html={shown} page={page} words={firstWords(kind.controls, sent?.typed ?? values)} />
        )}
      </div>
    </Page>
  )
}

/** Words by which the entry is found on its page: those of the first field of text. */
function firstWords(controls: readonly Control[], values: Record<string, unknown>): string {
  const field = controls.find(({ as }) => as === "text") ?? controls.find(({ as }) => as === "line")
  return String(values[field?.name ?? ""] ?? "")
}

/** What somebody else saved while this operator was typing, field by field. */
function Theirs({
  controls,
  theirs,
  typed,
}: {
  controls: readonly Control[]
  theirs: Record<string, unknown>
  typed: Record<string, unknown>
}) {
  const words = (value: unknown) =>
    Array.isArray(value)
      ? value.join("\n")
      : typeof value === "object"
        ? "a picture"
        : String(value ?? "nothing")
  const differ = controls.filter(
    ({ name }) => JSON.stringify(theirs[name] ?? null) !== JSON.stringify(typed[name] ?? null),
  )
  return (
    <Panel title="What they saved">
      <dl className="grid gap-3 text-small">
        {differ.map(({ name, label }) => (
          <div key={name}>
            <dt className="text-muted">{label}</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere">{words(theirs[name])}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
