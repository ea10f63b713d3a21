import { z } from "zod"
import { athleteIdOf } from "#domain/members/viewer.ts"
import type { SignedIn } from "#domain/members/session.ts"
import type { World } from "#domain/world.ts"
import type { Db, Sql } from "#ports/db.ts"
import { sha256 } from "#primitives/secrets.ts"

/** Devices that a member has at most; one more replaces the oldest. */
const mostDevices = 10

/** As a browser's `PushSubscription.toJSON()` has it: a point of P-256 and 16 bytes, in base64url. */
const targetShape = z.object({
  endpoint: z.string().max(1024),
  p256dh: z.string().regex(/^B[\w-]{86}$/),
  auth: z.string().regex(/^[\w-]{22}$/),
})

type Subscribed = { ok: true } | { ok: false; code: "off" | "invalid" | "not_joined" | "signed_out" }

/**
 * Reaches a member on a device from now on. A device that another member used before moves to this one. Idempotent. Errors: `off`: this
 * installation sends no push; `invalid`: not the address and keys of a push service; `not_joined`; `signed_out` meanwhile.
 */
export async function subscribe(
  { db, push, now }: World,
  { userId, sessionId }: Pick<SignedIn, "userId" | "sessionId">,
  asked: { endpoint?: string; p256dh?: string; auth?: string; device: string },
): Promise<Subscribed> {
  if (!push) return { ok: false, code: "off" }
  const target = targetShape.safeParse(asked)
  if (!target.success || !push.accepts(target.data.endpoint)) return { ok: false, code: "invalid" }
  const athleteId = await athleteIdOf(db, userId)
  if (athleteId === null) return { ok: false, code: "not_joined" }
  const sealed = await push.targets.seal(JSON.stringify(target.data))
  const rows = await db.sql`
    insert into private.push_subscriptions (athlete_id, endpoint_hash, sealed_target, device, auth_session_id, created_at)
    select ${athleteId}, ${sha256(target.data.endpoint)}, ${sealed}, ${asked.device.slice(0, 80)}, c.auth_session_id, ${now()}
    from private.cookie_sessions c where c.id = ${sessionId}
    on conflict (endpoint_hash) do update set
      athlete_id = excluded.athlete_id, sealed_target = excluded.sealed_target, device = excluded.device,
      auth_session_id = excluded.auth_session_id, failures = 0, failing_since = null, last_error = null,
      created_at = case
        when push_subscriptions.athlete_id = excluded.athlete_id then push_subscriptions.created_at else excluded.created_at
      end
    returning id`
  if (rows.length === 0) return { ok: false, code: "signed_out" }
  await db.sql`
    delete from private.push_subscriptions where id in (
      select id from private.push_subscriptions where athlete_id = ${athleteId} order by created_at desc, id desc offset ${mostDevices}
    )`
  return { ok: true }
}

/** Reaches a member on this device no more. Idempotent. */
export async function unsubscribe({ db }: Pick<World, "db">, userId: string, endpoint: string): Promise<void> {
  await db.sql`
    delete from private.push_subscriptions s using athletes a
    where a.id = s.athlete_id and a.user_id = ${userId} and s.endpoint_hash = ${sha256(endpoint)}`
}

/** Whether the subscription `s` still has its session of the account. */
export const isLive = (sql: Sql) => sql`exists (select from auth.sessions x where x.id = s.auth_session_id)`

/** The member's devices, the latest first. */
export async function devicesOf(
  { sql }: Db,
  userId: string,
): Promise<{ id: number; device: string; since: Date }[]> {
  return sql<{ id: number; device: string; since: Date }>`
    select s.id::float8 as id, s.device, s.created_at as since
    from private.push_subscriptions s join athletes a on a.id = s.athlete_id
    where a.user_id = ${userId} and ${isLive(sql)} order by s.created_at desc`
}

/** Deletes subscriptions whose session has ended, and those without a success for half a year; and messages that nobody needs anymore. Run by a job every hour. */
export async function forgetPushes({ sql }: Db, now: Date): Promise<void> {
  await sql`delete from private.pushes where expires_at < ${now}`
  await sql`
    delete from private.push_subscriptions s
    where not ${isLive(sql)} or coalesce(s.last_ok_at, s.created_at) < ${now}::timestamptz - interval '180 days'`
}
