import { columnWidth } from "#content/newsletter-pictures.ts"
import { anyKind, isKind, type KindName } from "#content/words/kinds.ts"
import { entriesOf, type WordsRow } from "#content/words/words.ts"
import { showSubmission } from "#domain/leads/inbox.ts"
import { keepPicture, storePicture } from "#domain/leads/newsletter/pictures.ts"
import { publishingRow, publishingRows, saveRow, takeBackRow } from "#domain/publishing/rows.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { latinLetters } from "#primitives/latin.ts"
import type { Refusal } from "#primitives/outcome.ts"
import type { CommandName } from "../commands.ts"
import type { Inverse } from "../inverse.ts"
import { act } from "../journal.ts"
import type { Operator } from "../roles.ts"

/** Pictures of pages are at most this wide. */
const widest = 3 * columnWidth

/** What a form says about a picture. */
export interface PictureEdit {
  /** A new file; null to keep the one that is there. */
  bytes: Uint8Array | null
  alt: string
  remove: boolean
}

export interface ContentEdit {
  kind: KindName
  /** Null for a new entry. */
  slug: string | null
  /** The fields of the kind's form, unchecked. */
  fields: Record<string, unknown>
  pictures: Readonly<Record<string, PictureEdit>>
  state: "published" | "draft"
  /** The application from which a new athlete was made. */
  application?: string | null
  /** The version that the form was opened with; 0 for an entry without a row. */
  version: number
}

interface At {
  kind: KindName
  slug: string
}

/** An entry of the desk with what its form needs: its row if there is one, and what is in it or in content/. */
export async function contentEntry(
  db: Db,
  { kind, slug }: At,
): Promise<{ data: Record<string, unknown>; row: Awaited<ReturnType<typeof publishingRow>> } | undefined> {
  const row = await publishingRow(db, { kind, slug })
  const found = entriesOf(kind, row ? [row] : []).find((one) => one.slug === slug)
  return found && { data: found.data, row }
}

/** The entry that a form describes, for saving and for its preview; new files are not part of it. */
export function entryOfForm(
  { kind, fields, pictures }: Pick<ContentEdit, "kind" | "fields" | "pictures">,
  slug: string,
  before: Record<string, unknown>,
): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [field, { alt, remove }] of Object.entries(pictures)) {
    const picture = before[field]
    if (picture && !remove) kept[field] = { ...picture, alt }
  }
  const form = { ...fields, ...kept }
  return { ...form, ...anyKind(kind).derive?.(form, slug) }
}

/** An address for a new entry, from its name or the words of its first field: "Ana María" -> "ana-maria". */
export function slugFor(kind: KindName, fields: Record<string, unknown>): string {
  const { controls, only } = anyKind(kind)
  if (only) return only
  const named = controls.find(({ name }) => name === "name") ?? controls[0]
  return latinLetters(String(fields[named?.name ?? ""] ?? ""))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-|-$/g, "")
}

/**
 * Saves an entry, and makes a row of it. Errors: those of `act` and `saveRow`; `no_picture`: the file is no picture that
 * can be read; `no_description`: a picture without its alternative text; `no_name`: no address can be made from it;
 * `exists`: a new entry whose address another one has.
 */
export async function saveContent(world: World, operator: Operator, edit: ContentEdit) {
  const { kind, version, state } = edit
  const slug = edit.slug ?? slugFor(kind, edit.fields)
  if (slug === "") return { ok: false as const, code: "no_name" as const }
  const uploads = await storeUploads(world, edit.pictures)
  if (!uploads.ok) return uploads
  const personEmail = await personOf(world.db, { kind, slug }, edit.application ?? null)
  return perform(world, operator, about("content.save", { kind, slug }, personEmail), async (inside) => {
    const found = await contentEntry(inside.db, { kind, slug })
    if (edit.slug === null && found) return { ok: false as const, code: "exists" as const }
    const pictures: Record<string, unknown> = {}
    for (const { field, picture, alt } of uploads.stored) {
      const { width, height } = picture
      pictures[field] = { src: await keepPicture(inside.db, picture, inside.now()), width, height, alt }
    }
    const before = { ...found?.data, ...pictures }
    const data = entryOfForm(edit, slug, before)
    const position = found?.row?.position ?? null
    const saved = await saveRow(inside, {
      kind,
      slug,
      data,
      position,
      state,
      version,
      by: operator.id,
      personEmail,
    })
    return saved.ok ? { ...saved, slug } : saved
  })
}

/** The address of the person whom an entry is about; null for other words. */
async function personOf(db: Db, at: At, application: string | null): Promise<string | null> {
  const row = await publishingRow(db, at)
  if (row || application === null) return row?.personEmail ?? null
  const found = await showSubmission(db, application)
  return found.ok && found.submission.form === "athlete-application"
    ? found.submission.email.toLowerCase()
    : null
}

/** Stores the new files of a form before the rows that name them. */
async function storeUploads(world: World, pictures: ContentEdit["pictures"]) {
  const stored = []
  for (const [field, { bytes, alt }] of Object.entries(pictures)) {
    if (!bytes) continue
    if (alt === "") return { ok: false as const, code: "no_description" as const }
    const made = await storePicture(world, bytes, widest)
    if (!made.ok) return made
    stored.push({ field, picture: made.picture, alt })
  }
  return { ok: true as const, stored }
}

/** Shows an entry on no page, or on its pages again. Errors: those of `act` and `saveRow`, and `unknown_entry`. */
export async function setHidden(
  world: World,
  operator: Operator,
  { hidden, ...at }: At & { hidden: boolean; version: number },
) {
  const person = await personOf(world.db, at, null)
  return perform(world, operator, about(hidden ? "content.hide" : "content.show", at, person), (inside) =>
    change(inside, operator, at, { state: hidden ? "hidden" : "published" }),
  )
}

/** Moves an entry one place up or down in its list. Errors: those of `setHidden`, and `unchanged` at an end. */
export async function moveContent(
  world: World,
  operator: Operator,
  { up, ...at }: At & { up: boolean; version: number },
) {
  const person = await personOf(world.db, at, null)
  return perform(world, operator, about("content.move", at, person), async (inside) => {
    const entries = entriesOf(at.kind, await publishingRows(inside.db))
    const place = entries.findIndex(({ slug }) => slug === at.slug)
    const step = up ? -1 : 1
    const near = entries[place + step]
    if (place === -1 || !near) return { ok: false as const, code: "unchanged" as const }
    const beyond = entries[place + 2 * step]?.position ?? near.position + step
    return change(inside, operator, at, { position: (near.position + beyond) / 2 })
  })
}

async function change(
  world: World,
  operator: Operator,
  { kind, slug, version }: At & { version: number },
  to: Partial<Pick<WordsRow, "state" | "position">>,
): Promise<Awaited<ReturnType<typeof saveRow>> | Refusal<"unknown_entry">> {
  const found = await contentEntry(world.db, { kind, slug })
  if (!found) return { ok: false, code: "unknown_entry" }
  const { position = null, state = "published" } = found.row ?? {}
  return saveRow(world, { kind, slug, data: found.data, position, state, ...to, version, by: operator.id })
}

/**
 * Takes every change of an entry back: it is as content/ says, or gone. Errors: those of `act` and `takeBackRow`; `in_use`:
 * an event that somebody signed up for can be hidden, and not deleted.
 */
export async function takeBackContent(
  world: World,
  operator: Operator,
  { undoes = null, ...at }: At & { version: number; undoes?: number | null },
) {
  const person = await personOf(world.db, at, null)
  return perform(world, operator, { ...about("content.take-back", at, person), undoes }, async (inside) => {
    const { defaults, slugOf } = anyKind(at.kind)
    if (at.kind === "events" && !defaults.some((value) => slugOf(value) === at.slug)) {
      const [used] = await inside.db.sql`select from event_occurrences where event = ${at.slug} limit 1`
      if (used) return { ok: false as const, code: "in_use" as const }
    }
    return takeBackRow(inside.db, at)
  })
}

/** `act`, after which this process shows the change at once; the others hear of it. */
async function perform<Result extends { ok: boolean }>(
  world: World,
  operator: Operator,
  command: ReturnType<typeof about> & { undoes?: number | null },
  verb: (inside: World) => Promise<Result>,
) {
  const done = await act(world, operator, command, verb)
  if (done.ok) await world.published.reload()
  return done
}

/** A command about an entry, with the fields whose change the journal records; without a row there are none. */
function about(command: CommandName, { kind, slug }: At, personEmail: string | null = null) {
  return {
    command,
    subject: { kind: "content", id: `${kind}/${slug}`, person: { email: personEmail } },
    look: async (db: Db): Promise<Record<string, unknown>> => {
      const row = await publishingRow(db, { kind, slug })
      return row ? { ...row.data, state: row.state, position: row.position } : {}
    },
  }
}

/** Makes the row what it was before the entry: the recorded fields, and the others as they are. */
const putBack: Inverse = async (world, operator, entry) => {
  const [kind = "", slug = ""] = entry.subjectId.split("/")
  if (!isKind(kind)) return { ok: false, code: "changed" }
  const row = await publishingRow(world.db, { kind, slug })
  const version = row?.version ?? 0
  const was: Record<string, unknown> = {
    ...row?.data,
    ...(row ? { state: row.state, position: row.position } : {}),
    ...entry.before,
  }
  const { state, position, ...fields } = was
  if (!state) return takeBackContent(world, operator, { kind, slug, version, undoes: entry.id })
  // The journal records a field that was missing as null.
  const data = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
  return perform(
    world,
    operator,
    { ...about("content.save", { kind, slug }, row?.personEmail), undoes: entry.id },
    (inside) =>
      saveRow(inside, {
        ...{ kind, slug, data, version, by: operator.id },
        position: typeof position === "number" ? position : null,
        state: state as WordsRow["state"],
      }),
  )
}

export const contentInverses: Partial<Record<CommandName, Inverse>> = {
  "content.save": putBack,
  "content.hide": putBack,
  "content.show": putBack,
  "content.move": putBack,
  "content.take-back": putBack,
}
