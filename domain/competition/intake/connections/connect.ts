import { createHash, randomBytes } from "node:crypto"
import type { ServiceName } from "#content/services.ts"
import type { Grant, Service } from "#domain/services.ts"
import type { Db, World } from "#domain/world.ts"
import { sweepQueue } from "./queues.ts"
import { sealGrant } from "./token.ts"

/** Where a service sends the athlete back to: "/connect/strava". */
export function callbackPath(name: ServiceName): string {
  return `/connect/${name}`
}

const invitationMs = 600_000

/**
 * Begins to connect an athlete: answers where to go, and the state with which they come back. The browser must show the same
 * state again, so that nobody can be led into giving their activities to another's account. Error: `not_joined`.
 */
export async function invite(
  world: World,
  service: Service,
  userId: string,
): Promise<{ ok: true; url: string; state: string } | { ok: false; code: "not_joined" }> {
  const state = randomBytes(24).toString("base64url")
  const [row] = await world.db.sql`
    insert into private.connection_invitations (state_hash, source, athlete_id, expires_at)
    select ${hash(state)}, ${service.name}, id, ${new Date(world.now().getTime() + invitationMs)}
    from athletes where user_id = ${userId}
    returning 1
  `
  if (!row) return { ok: false, code: "not_joined" }
  return {
    ok: true,
    state,
    url: service.connect.authorizeUrl({ state, redirectUri: redirectUri(world, service) }),
  }
}

type Accepted =
  | { ok: true; athleteId: number }
  | { ok: false; code: "unknown_state" | "scope_missing" | "already_connected" | "refused" }

/** The athlete came back from the service with a code. `scopes` is what the address says was agreed to. */
export async function accept(
  world: World,
  service: Service,
  { state, code, scopes }: { state: string; code: string; scopes: readonly string[] },
): Promise<Accepted> {
  // Good once, also for two tabs.
  const [invitation] = await world.db.sql<{ athlete_id: number }>`
    delete from private.connection_invitations
    where state_hash = ${hash(state)} and source = ${service.name} and expires_at > ${world.now()}
    returning athlete_id::float8 as athlete_id
  `
  if (!invitation) return { ok: false, code: "unknown_state" }
  const answer = await service.connect.exchange({ code, redirectUri: redirectUri(world, service) })
  if (!answer.ok) return { ok: false, code: "refused" }
  const grant = answer.value
  const { accountId, accessToken, refreshToken } = grant
  const agreed = grant.scopes ?? scopes
  const enough = service.connect.suffices(agreed)
  const athleteId = invitation.athlete_id
  if (enough && accountId !== null && (await store(world, service, { athleteId, accountId, grant, agreed })))
    return { ok: true, athleteId }
  await service.revoke({ accountId: accountId ?? "", accessToken, refreshToken })
  return { ok: false, code: enough ? "already_connected" : "scope_missing" }
}

interface NewConnection {
  athleteId: number
  accountId: string
  grant: Grant
  agreed: readonly string[]
}

/** False when the account at the service belongs to another athlete here. */
async function store(
  world: World,
  { name }: Service,
  { athleteId, accountId, grant, agreed }: NewConnection,
): Promise<boolean> {
  const { accessToken, refreshToken } = await sealGrant(world, grant)
  return world.db.transaction(async (db) => {
    const [row] = await db.sql`
      insert into private.connections (
        source, athlete_id, account_id, access_token, refresh_token, access_until, scopes, connected_at
      )
      select
        ${name}, ${athleteId}, ${accountId}, ${accessToken}, ${refreshToken}, ${grant.until}, ${agreed.join(",")},
        ${world.now()}
      where not exists (
        select from private.connections
        where source = ${name} and account_id = ${accountId} and athlete_id <> ${athleteId}
      )
      on conflict (source, athlete_id) do update set
        account_id = excluded.account_id, access_token = excluded.access_token,
        refresh_token = excluded.refresh_token, access_until = excluded.access_until, scopes = excluded.scopes,
        connected_at = excluded.connected_at, swept_at = null
      returning 1
    `
    if (!row) return false
    await world.jobs.add(db, sweepQueue, { source: name, athleteId }, { key: `${name} ${athleteId}` })
    return true
  })
}

/** Which services an athlete's account is connected to, since when and when last compared, for its owner. */
export async function connectionsOf(
  db: Db,
  userId: string,
): Promise<Map<string, { since: Date; sweptAt: Date | null }>> {
  const rows = await db.sql<{ source: string; connected_at: Date; swept_at: Date | null }>`
    select c.source, c.connected_at, c.swept_at
    from private.connections c join athletes a on a.id = c.athlete_id
    where a.user_id = ${userId}
  `
  return new Map(rows.map((row) => [row.source, { since: row.connected_at, sweptAt: row.swept_at }]))
}

function redirectUri(world: World, { name }: Service): string {
  return world.settings.siteUrl + callbackPath(name)
}

function hash(state: string): string {
  return createHash("sha256").update(state).digest("base64url")
}
