import type { z } from "zod"
import { anyKind, isKind } from "#content/words/kinds.ts"
import type { WordsRow } from "#content/words/words.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Refusal } from "#primitives/outcome.ts"

interface EditedRow extends WordsRow {
  version: number
  /** The address of the person whom it is about. */
  personEmail: string | null
  editedAt: Date
}

/** Every row, of every kind. */
export async function publishingRows({ sql }: Db): Promise<WordsRow[]> {
  return await sql<WordsRow & Record<string, unknown>>`
    select kind, slug, data, position, state from private.publishing order by kind, slug`
}

/** One row with its version, or undefined if its entry is as content/ says. */
export async function publishingRow(
  { sql }: Db,
  { kind, slug }: { kind: string; slug: string },
): Promise<EditedRow | undefined> {
  const [row] = await sql<EditedRow & Record<string, unknown>>`
    select kind, slug, data, position, state, version::float8 as version, edited_at as "editedAt",
      person_email as "personEmail"
    from private.publishing where kind = ${kind} and slug = ${slug}`
  return row
}

/** An entry as an operator wants it. */
interface Edit {
  kind: string
  slug: string
  /** The entry, not yet checked against the shape of its kind. */
  data: Record<string, unknown>
  position?: number | null
  state: WordsRow["state"]
  /** The version that the editor read; 0 if there was no row. */
  version: number
  /** The operator's account; null in a shell. */
  by: string | null
  /** For a new row: the address of the person whom it is about. */
  personEmail?: string | null
}

/** `problems`: what is wrong, by field. */
type Saved =
  | { ok: true; version: number }
  | Refusal<"unknown_kind" | "edited">
  | Refusal<"invalid", { problems: Record<string, string> }>

const slugPattern = /^(?=.{1,80}$)[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * Writes an entry. Errors: `unknown_kind`, also for a new entry of a kind that has none; `invalid`: it does not fit the
 * shape of its kind; `edited`: somebody else saved it since `version` was read, and nothing is overwritten.
 */
export async function saveRow({ db, now }: Pick<World, "db" | "now">, edit: Edit): Promise<Saved> {
  const { kind: name, slug, version } = edit
  if (!isKind(name)) return { ok: false, code: "unknown_kind" }
  const kind = anyKind(name)
  const isDefault = kind.defaults.some((value) => kind.slugOf(value) === slug)
  if (!isDefault && (!kind.grows || !slugPattern.test(slug))) return { ok: false, code: "unknown_kind" }
  const read = kind.shape.safeParse(edit.data)
  if (!read.success) return { ok: false, code: "invalid", problems: problemsOf(read.error.issues) }
  // An entry is found by its slug, whatever the form said.
  if (kind.slugOf(read.data) !== slug) return { ok: false, code: "invalid", problems: {} }
  const data = db.sql.json(read.data)
  const { position = null, state, by, personEmail = null } = edit
  const [saved] =
    version === 0
      ? await db.sql<{ version: number }>`
          insert into private.publishing (kind, slug, data, position, state, edited_by, edited_at, person_email)
          values (${name}, ${slug}, ${data}, ${position}, ${state}, ${by}, ${now()}, ${personEmail})
          on conflict do nothing returning version::float8 as version`
      : await db.sql<{ version: number }>`
          update private.publishing set data = ${data}, position = ${position}, state = ${state},
            edited_by = ${by}, edited_at = ${now()}, version = nextval('private.publishing_versions')
          where kind = ${name} and slug = ${slug} and version = ${version}
          returning version::float8 as version`
  return saved ? { ok: true, version: saved.version } : { ok: false, code: "edited" }
}

/** One sentence for each field that does not fit. */
function problemsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const issue of issues) problems[String(issue.path[0] ?? "")] ??= sentenceOf(issue)
  return problems
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  const isText = "origin" in issue && issue.origin === "string"
  if (issue.code === "custom") return issue.message
  if (issue.code === "too_small" && isText)
    return issue.minimum === 1 ? "This is needed." : `Use at least ${issue.minimum} characters.`
  if (issue.code === "too_small") return `At least ${issue.minimum}.`
  if (issue.code === "too_big")
    return isText ? `Use at most ${issue.maximum} characters.` : `At most ${issue.maximum}.`
  if (issue.code === "invalid_type" && issue.input === undefined) return "This is needed."
  return "This is not in the form that the site can show."
}

/** Deletes a row, so that the entry is as content/ says, or gone if it has no default. Errors: `edited`. */
export async function takeBackRow(
  { sql }: Db,
  { kind, slug, version }: { kind: string; slug: string; version: number },
): Promise<{ ok: true } | Refusal<"edited">> {
  const [gone] = await sql`
    delete from private.publishing where kind = ${kind} and slug = ${slug} and version = ${version} returning kind`
  return gone ? { ok: true } : { ok: false, code: "edited" }
}
