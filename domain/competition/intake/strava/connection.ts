import { createHash, randomBytes } from "node:crypto"
import type { Db, World } from "#domain/world.ts"
import type { Strava, StravaGrant } from "../../../strava.ts"
import { onRemoved } from "../../pipeline.ts"
import { stravaMails } from "./mails.ts"

/** Where Strava sends the athlete back to. */
export const callbackPath = "/connect/strava"
export const sweepQueue = "strava-sweep"
export const revokeQueue = "strava-revoke"

const invitationMs = 600_000

/**
 * Begins to connect an athlete: answers where to go, and the state with which they come back. The browser must show the same
 * state again, so that nobody can be led into giving their activities to another's account. Error: `not_joined`.
 */
export async function invite(
  world: World,
  strava: Strava,
  userId: string,
): Promise<{ ok: true; url: string; state: string } | { ok: false; code: "not_joined" }> {
  const state = randomBytes(24).toString("base64url")
  const [row] = await world.db.sql`
    insert into private.strava_invitations (state_hash, athlete_id, expires_at)
    select ${hash(state)}, id, ${new Date(world.now().getTime() + invitationMs)} from athletes where user_id = ${userId}
    returning 1
  `
  if (!row) return { ok: false, code: "not_joined" }
  const redirectUri = world.settings.siteUrl + callbackPath
  return { ok: true, state, url: strava.authorizeUrl({ state, redirectUri }) }
}

type Accepted =
  | { ok: true; athleteId: number }
  | { ok: false; code: "unknown_state" | "scope_missing" | "already_connected" | "refused" }

/** The athlete came back from Strava with a code. `scopes` is what the address says was agreed to. */
export async function accept(
  world: World,
  strava: Strava,
  { state, code, scopes }: { state: string; code: string; scopes: readonly string[] },
): Promise<Accepted> {
  // Good once, also for two tabs.
  const [invitation] = await world.db.sql<{ athlete_id: number }>`
    delete from private.strava_invitations where state_hash = ${hash(state)} and expires_at > ${world.now()}
    returning athlete_id::float8 as athlete_id
  `
  if (!invitation) return { ok: false, code: "unknown_state" }
  const answer = await strava.exchange(code)
  if (!answer.ok) return { ok: false, code: "refused" }
  const grant = answer.value
  const agreed = grant.scopes ?? scopes
  const giveBack = async () => {
    await strava.revoke(grant.refreshToken)
  }
  if (!agreed.includes("activity:read") && !agreed.includes("activity:read_all")) {
    await giveBack()
    return { ok: false, code: "scope_missing" }
  }
  if (!grant.stravaId || !(await keep(world, strava, invitation.athlete_id, grant, agreed))) {
    await giveBack()
    return { ok: false, code: "already_connected" }
  }
  return { ok: true, athleteId: invitation.athlete_id }
}

async function keep(
  world: World,
  strava: Strava,
  athleteId: number,
  grant: StravaGrant,
  scopes: readonly string[],
): Promise<boolean> {
  const [accessToken, refreshToken] = await Promise.all([
    strava.seal(grant.accessToken),
    strava.seal(grant.refreshToken),
  ])
  return world.db.transaction(async (db) => {
    const [row] = await db.sql`
      insert into private.strava_connections (
        athlete_id, strava_id, access_token, refresh_token, access_until, scopes, connected_at
      )
      select
        ${athleteId}, ${grant.stravaId}, ${accessToken}, ${refreshToken},
        ${grant.until}, ${scopes.join(",")}, ${world.now()}
      where not exists (
        select from private.strava_connections where strava_id = ${grant.stravaId} and athlete_id <> ${athleteId}
      )
      on conflict (athlete_id) do update set
        strava_id = excluded.strava_id, access_token = excluded.access_token, refresh_token = excluded.refresh_token,
        access_until = excluded.access_until, scopes = excluded.scopes, connected_at = excluded.connected_at,
        swept_at = null
      returning 1
    `
    if (!row) return false
    await world.jobs.add(db, sweepQueue, { athleteId }, { key: String(athleteId) })
    return true
  })
}

/** The member wants no connection any more. Error: `not_connected`. */
export async function disconnect(
  world: World,
  userId: string,
): Promise<{ ok: true } | { ok: false; code: "not_connected" }> {
  const [row] = await world.db.sql<{ athlete_id: number; refresh_token: string }>`
    select c.athlete_id::float8 as athlete_id, c.refresh_token
    from private.strava_connections c join athletes a on a.id = c.athlete_id
    where a.user_id = ${userId}
  `
  if (!row) return { ok: false, code: "not_connected" }
  await forget(world, row.athlete_id, async (db) => {
    // Strava may be away: the job tries until it has heard.
    await world.jobs.add(db, revokeQueue, { sealedToken: row.refresh_token }, { key: row.refresh_token })
  })
  return { ok: true }
}

/**
 * Everything that came from Strava goes: activities with the points made of them, tokens, what waits to be fetched. A mail
 * confirms it. Safe to repeat: what is gone is not confirmed twice.
 */
export async function forget(
  world: World,
  athleteId: number,
  besides: (db: Db) => Promise<void> = async () => {},
): Promise<void> {
  const names = await world.db.sql<{ source: string; externalId: string }>`
    select source, external_id as "externalId" from activities where athlete_id = ${athleteId} and source = 'strava'
  `
  for (let at = 0; at < names.length; at += 200) await onRemoved(world, athleteId, names.slice(at, at + 200))
  await world.db.transaction(async (db) => {
    const [gone] = await db.sql<{ strava_id: string; user_id: string | null }>`
      delete from private.strava_connections c using athletes a
      where c.athlete_id = ${athleteId} and a.id = c.athlete_id
      returning c.strava_id, a.user_id
    `
    if (!gone) return
    await db.sql`delete from private.receipts where source = 'strava' and payload ->> 'owner_id' = ${gone.strava_id}`
    await db.sql`update athletes set club = 'unknown' where id = ${athleteId}`
    await besides(db)
    const account = gone.user_id ? await world.accounts.find(db, gone.user_id) : null
    if (account?.email) await world.mail.queue(db, stravaMails.forgotten(world, account.email, names.length))
  })
  // What came in while it was being removed.
  const [left] = await world.db
    .sql`select from activities where athlete_id = ${athleteId} and source = 'strava' limit 1`
  if (left) await forget(world, athleteId)
}

/**
 * Tells Strava that a grant is over. Throws while Strava cannot be reached. A token that cannot be opened is only
 * logged: nobody can use it, and the athlete can still end the grant at Strava.
 */
export async function forgetToken(world: World, strava: Strava, sealedToken: string): Promise<void> {
  const token = await strava.unseal(sealedToken)
  if (token === null) {
    world.log.warn({}, "A grant of Strava was not revoked: its token was sealed under another AUTH_SECRET")
    return
  }
  const answer = await strava.revoke(token)
  if (!answer.ok) world.log.warn({ code: answer.code }, "Strava did not take back a grant")
}

/** Whether and since when an athlete's account is connected, for its owner. */
export async function connectedSince(
  db: Db,
  userId: string,
): Promise<{ since: Date; sweptAt: Date | null } | null> {
  const [row] = await db.sql<{ connected_at: Date; swept_at: Date | null }>`
    select c.connected_at, c.swept_at
    from private.strava_connections c join athletes a on a.id = c.athlete_id
    where a.user_id = ${userId}
  `
  return row ? { since: row.connected_at, sweptAt: row.swept_at } : null
}

function hash(state: string): string {
  return createHash("sha256").update(state).digest("base64url")
}

/** An account goes and its rows with it; Strava is told by a job that outlives them. */
export async function revokeOnErase(world: World, db: Db, { id }: { id: string }): Promise<void> {
  const rows = await db.sql<{ refresh_token: string }>`
    select c.refresh_token from private.strava_connections c join athletes a on a.id = c.athlete_id where a.user_id = ${id}
  `
  for (const { refresh_token: sealedToken } of rows) {
    await world.jobs.add(db, revokeQueue, { sealedToken }, { key: sealedToken })
  }
}
