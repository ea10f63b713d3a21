import type { MailList } from "#content/form-types.ts"
import { listById } from "#content/lists.ts"
import { hashToken } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { placeMail } from "./mails/confirm.ts"
import { agentOf, type Sender } from "./sender.ts"
import { manageUrl } from "./subscribe.ts"
import { clearBounces } from "./suppress.ts"

/** What a confirmation link refers to. `done`: it has already been confirmed. */
export type Pending =
  | { ok: true; list: MailList; email: string; done: boolean; place: number | null }
  | { ok: false; code: "unknown" | "expired" }

interface Row {
  id: string
  subscriber_id: string
  list: string
  email: string
  state: string
  confirm_until: Date
}

/** What the page behind a confirmation link shows. Viewing it changes nothing, because mail scanners open every link. */
export async function lookAtConfirmation(world: World, token: string): Promise<Pending> {
  const row = await find(world.db, token)
  return describe(world, world.db, row)
}

/** Confirms the request. Idempotent. */
export async function confirm(world: World, token: string, sender: Sender): Promise<Pending> {
  return world.db.transaction(async (db) => {
    const row = await find(db, token, db.sql`for update of s`)
    const before = await describe(world, db, row)
    if (!row || !before.ok || before.done) return before
    const now = world.now()
    await db.sql`
      update subscriptions set state = 'confirmed', confirmed_at = ${now}, ended_at = null where id = ${row.id}
    `
    await clearBounces(db, row.subscriber_id)
    // The consent text is the one shown with the request; the click confirms it.
    await db.sql`
      insert into consent_log (subscriber_id, list, event, at, source, consent_text, ip, user_agent)
      select ${row.subscriber_id}, ${row.list}, 'confirmed', ${now}, 'confirmation mail', (
        select consent_text from consent_log
        where subscriber_id = ${row.subscriber_id} and list = ${row.list} and event = 'requested'
        order by id desc limit 1
      ), ${sender.ip}, ${agentOf(sender)}
    `
    const after = await describe(world, db, { ...row, state: "confirmed" })
    if (after.ok && after.place !== null) {
      const url = manageUrl(world, row.subscriber_id)
      await world.mail.queue(db, placeMail({ to: row.email, list: after.list, url, place: after.place }), {
        key: `waitlist:${row.id}:${now.toISOString()}`,
      })
    }
    return after
  })
}

/** The position on a waitlist, counted from 1 among confirmed entries; null when the list is not a waitlist. */
export async function placeInQueue(db: Db, list: MailList, subscriberId: string): Promise<number | null> {
  if (list.kind !== "waitlist") return null
  const [row] = await db.sql<{ place: number }>`
    select place::integer as place from (
      select subscriber_id, row_number() over (order by confirmed_at, id) as place
      from subscriptions where list = ${list.id} and state = 'confirmed'
    ) as queue
    where subscriber_id = ${subscriberId}
  `
  return row?.place ?? null
}

async function find(db: Db, token: string, lock = db.sql``): Promise<Row | undefined> {
  const [row] = await db.sql<Row>`
    select s.id, s.subscriber_id, s.list, who.email, s.state, s.confirm_until
    from subscriptions s join subscribers who on who.id = s.subscriber_id
    where s.confirm_hash = ${hashToken(token)}
    ${lock}
  `
  return row
}

async function describe(world: World, db: Db, row: Row | undefined): Promise<Pending> {
  const list = row && listById(row.list)
  if (!row || !list || row.state === "unsubscribed") return { ok: false, code: "unknown" }
  const done = row.state === "confirmed"
  if (!done && row.confirm_until < world.now()) return { ok: false, code: "expired" }
  const place = done ? await placeInQueue(db, list, row.subscriber_id) : null
  return { ok: true, list, email: row.email, done, place }
}
