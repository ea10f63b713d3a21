import { site } from "#content/site.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { CommandName } from "../commands.ts"
import type { Inverse } from "../inverse.ts"
import { act } from "../journal.ts"
import type { Operator } from "../roles.ts"

/** A text that operators use again. */
interface SavedReply {
  id: number
  title: string
  /** Paragraphs are separated by empty lines; {name}, {first name} and {site} are filled in. */
  text: string
}

export function savedReplies({ sql }: Db): PromiseLike<SavedReply[]> {
  return sql<SavedReply>`
    select id::float8 as id, title, text from private.saved_replies order by lower(title), id`
}

/** The text for this person. What is no field stays as it is written. */
export function fillReply(text: string, { name }: { name: string }): string {
  const fields: Record<string, string> = {
    name,
    "first name": name.split(/\s+/)[0] ?? name,
    site: site.name,
  }
  return text.replace(/\{([a-z ]+)\}/g, (whole, field: string) =>
    Object.hasOwn(fields, field) ? (fields[field] ?? whole) : whole,
  )
}

interface Saving {
  /** Null: a new one. */
  id: number | null
  title: string
  text: string
  undoes?: number | null
}

/** Adds or changes a saved reply. Errors: those of `act`; `unchanged`; `incomplete`: the title or the text is empty. */
export async function saveReply(world: World, operator: Operator, given: Saving) {
  const { id, title, text, undoes = null } = given
  return act(
    world,
    operator,
    {
      command: "inbox.save-reply",
      subject: (made: { id: number }) => ({ kind: "saved-reply", id: String(made.id) }),
      look: (db: Db, made?: { id: number }) => readReply(db, made?.id ?? id),
      undoes,
    },
    async (inside): Promise<{ ok: true; id: number } | { ok: false; code: "unchanged" | "incomplete" }> => {
      const { sql } = inside.db
      if (!title.trim() || !text.trim()) return { ok: false, code: "incomplete" }
      const [row] = id
        ? await sql<{ id: number }>`
            insert into private.saved_replies as s (id, title, text) values (${id}, ${title}, ${text})
            on conflict (id) do update set title = excluded.title, text = excluded.text
            where (s.title, s.text) is distinct from (excluded.title, excluded.text) returning id::float8 as id`
        : await sql<{ id: number }>`
            insert into private.saved_replies (title, text) values (${title}, ${text}) returning id::float8 as id`
      return row ? { ok: true, id: row.id } : { ok: false, code: "unchanged" }
    },
  )
}

/** Removes a saved reply. Errors: those of `act`; `not_found`. */
export async function dropReply(
  world: World,
  operator: Operator,
  { id, undoes = null }: { id: number; undoes?: number | null },
) {
  const subject = { kind: "saved-reply", id: String(id) }
  const look = (db: Db) => readReply(db, id)
  return act(
    world,
    operator,
    { command: "inbox.drop-reply", subject, look, undoes },
    async ({ db }): Promise<{ ok: true } | { ok: false; code: "not_found" }> => {
      const gone = await db.sql`delete from private.saved_replies where id = ${id} returning 1`
      return gone.length > 0 ? { ok: true } : { ok: false, code: "not_found" }
    },
  )
}

async function readReply({ sql }: Db, id: number | null): Promise<Record<string, unknown>> {
  const [row] = await sql<{ title: string; text: string }>`
    select title, text from private.saved_replies where id = ${id}`
  return { title: row?.title ?? null, text: row?.text ?? null }
}

const restore: Inverse = async (world, operator, { id: undoes, subjectId, before, after }) => {
  const id = Number(subjectId)
  const found = (await savedReplies(world.db)).find((one) => one.id === id)
  if (before.title === null && before.text === null) return dropReply(world, operator, { id, undoes })
  const value = (name: "title" | "text") => String((name in after ? before[name] : found?.[name]) ?? "")
  return saveReply(world, operator, { id, title: value("title"), text: value("text"), undoes })
}

export const savedReplyInverses: Partial<Record<CommandName, Inverse>> = {
  "inbox.save-reply": restore,
  "inbox.drop-reply": restore,
}
