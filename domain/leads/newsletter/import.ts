import type { importFates } from "#content/import-fates.ts"
import { listById } from "#content/lists.ts"
import { hashToken, tokenFor } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import { emailKey } from "../suppress.ts"
import type { FileRow } from "./subscriber-file.ts"

/**
 * The outcome of a row. Only `added` changes anything: people who left the list, bounced or complained are never put
 * back, and those who were asked but have not confirmed stay unconfirmed.
 */
type Fate = keyof typeof importFates

export interface Imported {
  ok: true
  /** Identifies the import in the proofs of consent and for undoing it. */
  id: string
  /** The outcome of each row, in the given order. */
  fates: { line: number; email: string; fate: Fate }[]
  counts: Partial<Record<Fate, number>>
}

/**
 * Adds people who agreed elsewhere to a newsletter, each with the proof of it. They are confirmed without another mail.
 * Errors: `unknown_list`; `not_a_newsletter`: a waitlist has an order; `nobody`: no row would be added.
 */
export async function importSubscribers(
  world: World,
  { id, list, rows }: { id: string; list: string; rows: readonly FileRow[] },
): Promise<
  Imported | { ok: false; code: "unknown_list" | "not_a_newsletter" | "nobody"; fates?: Imported["fates"] }
> {
  const kind = listById(list)?.kind
  if (!kind) return { ok: false, code: "unknown_list" }
  if (kind !== "newsletter") return { ok: false, code: "not_a_newsletter" }
  const fates = await fatesOf(world, list, rows)
  const lines = new Set(fates.filter(({ fate }) => fate === "added").map(({ line }) => line))
  const added = rows.filter(({ line }) => lines.has(line))
  if (added.length === 0) return { ok: false, code: "nobody", fates }
  await add(world, { id, list, rows: added })
  const counts: Partial<Record<Fate, number>> = {}
  for (const { fate } of fates) counts[fate] = (counts[fate] ?? 0) + 1
  return { ok: true, id, fates, counts }
}

async function fatesOf(world: World, list: string, rows: readonly FileRow[]): Promise<Imported["fates"]> {
  const { sql } = world.db
  const given = rows.map(({ email }) => ({ email, key: emailKey(world, email) }))
  const known = await sql<{ email: string; suppressed: boolean; state: string | null }>`
    select distinct on (g.email) g.email, p.email_key is not null as suppressed, s.state
    from jsonb_to_recordset(${sql.json(given)}) as g (email text, key text)
    left join private.suppressions p on p.email_key = g.key
    left join subscribers who on who.email = g.email
    left join subscriptions s on s.subscriber_id = who.id and s.list = ${list}`
  const suppressed = new Set(known.filter((one) => one.suppressed).map(({ email }) => email))
  const states = new Map(known.map(({ email, state }) => [email, state]))
  const seen = new Set<string>()
  return rows.map(({ line, email }) => {
    const repeated = seen.has(email)
    seen.add(email)
    if (repeated) return { line, email, fate: "repeated" }
    if (suppressed.has(email)) return { line, email, fate: "suppressed" }
    const fates: Record<string, Fate> = {
      confirmed: "already",
      pending: "pending",
      unsubscribed: "unsubscribed",
    }
    return { line, email, fate: fates[states.get(email) ?? ""] ?? "added" }
  })
}

async function add(
  world: World,
  { id, list, rows }: { id: string; list: string; rows: readonly FileRow[] },
): Promise<void> {
  const { sql } = world.db
  const people = rows.map(({ email, name, proof }) => {
    const own = crypto.randomUUID()
    const hash = hashToken(tokenFor(world, "manage-mail", own)).toString("hex")
    return {
      id: own,
      hash,
      email,
      name,
      on: proof.on,
      source: `import ${id}: ${proof.source}`,
      text: proof.text,
    }
  })
  await sql`
    with people as (
      select * from jsonb_to_recordset(${sql.json(people)})
        as p (id uuid, hash text, email text, name text, "on" date, source text, text text)
    ),
    made as (
      insert into subscribers as s (id, email, name, created_at, manage_hash)
      select id, email, name, ${world.now()}, decode(hash, 'hex') from people
      on conflict (email) do update set name = coalesce(s.name, excluded.name)
      returning id, email
    ),
    placed as (
      insert into subscriptions (subscriber_id, list, state, requested_at, confirmed_at)
      select made.id, ${list}, 'confirmed', people."on", people."on" from made join people using (email)
      on conflict (subscriber_id, list) do nothing
      returning subscriber_id
    )
    insert into consent_log (subscriber_id, list, event, at, source, consent_text)
    select placed.subscriber_id, ${list}, 'confirmed', people."on", people.source, people.text
    from placed join made on made.id = placed.subscriber_id join people using (email)`
}

/**
 * Undoes an import: removes everybody from its list who has not made a choice since, and deletes those of whom nothing
 * else is stored. Errors: `nothing`: nobody from it is left.
 */
export async function undoImport(
  world: World,
  id: string,
): Promise<{ ok: true; removed: number } | { ok: false; code: "nothing" }> {
  const { sql } = world.db
  const removed = await sql<{ subscriber_id: string }>`
    delete from subscriptions s using consent_log log
    where log.subscriber_id = s.subscriber_id and log.list = s.list and starts_with(log.source, ${`import ${id}: `})
      and not exists (
        select from consent_log later
        where later.subscriber_id = s.subscriber_id and later.list = s.list and later.id > log.id
      )
    returning s.subscriber_id`
  if (removed.length === 0) return { ok: false, code: "nothing" }
  const gone = removed.map(({ subscriber_id }) => subscriber_id)
  await sql`
    delete from consent_log
    where subscriber_id = any(${gone}::uuid[]) and starts_with(source, ${`import ${id}: `})`
  await sql`
    delete from subscribers who
    where id = any(${gone}::uuid[])
      and not exists (select from subscriptions s where s.subscriber_id = who.id)
      and not exists (select from consent_log log where log.subscriber_id = who.id)
      and not exists (select from newsletter_deliveries d where d.subscriber_id = who.id)`
  return { ok: true, removed: removed.length }
}
