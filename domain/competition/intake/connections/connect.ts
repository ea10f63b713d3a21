import { createHash, randomBytes } from "node:crypto"
import { type ServiceName, services } from "#content/services.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Grant, Service } from "#ports/services.ts"
import { callbackPath } from "./addresses.ts"
import { endAlarms, raiseAlarm } from "./alarm.ts"
import { recordRefusal } from "./health.ts"
import { isAccountHeld } from "./held-account.ts"
import { removeLeftBehind } from "./left-behind.ts"
import { sweepQueue } from "./queues.ts"
import { graceEnd } from "./reconnect.ts"
import { refreshRestricted } from "./restricted.ts"
import { sealGrant } from "./token.ts"

const invitationMs = 600_000

/**
 * Starts connecting an athlete: returns the URL to visit, and the state with which they come back. The browser must present
 * the same state, so that nobody can be tricked into connecting their activities to another's account. Errors: `not_joined`;
 * `consent_required`, when the member did not agree to the words of the service's terms.
 */
export async function invite(
  world: World,
  service: Service,
  userId: string,
  consent: string | null = null,
): Promise<
  { ok: true; url: string; state: string } | { ok: false; code: "not_joined" | "consent_required" }
> {
  if (services[service.name].consent !== consent) return { ok: false, code: "consent_required" }
  const state = randomBytes(24).toString("base64url")
  const [row] = await world.db.sql`
    insert into private.connection_invitations (state_hash, source, athlete_id, consent_text, expires_at)
    select ${hash(state)}, ${service.name}, id, ${consent}, ${new Date(world.now().getTime() + invitationMs)}
    from athletes where user_id = ${userId}
    returning 1
  `
  if (!row) return { ok: false, code: "not_joined" }
  return {
    ok: true,
    state,
    url: service.connect.authorizeUrl({
      state,
      redirectUri: redirectUri(world, service),
      verifier: verifierOf(world, state),
    }),
  }
}

/** The secret of PKCE: derived from the state with this installation's secret, so that it is stored nowhere. */
function verifierOf(world: World, state: string): string {
  return createHash("sha256").update(world.sign(state, "pkce")).digest("base64url")
}

type Accepted =
  | { ok: true; athleteId: number }
  | { ok: false; code: "unknown_state" | "scope_missing" | "already_connected" | "full" | "refused" }

/** Handles the athlete's return from the service with a code. `scopes` are the granted scopes from the URL. */
export async function accept(
  world: World,
  service: Service,
  { state, code, scopes }: { state: string; code: string; scopes: readonly string[] },
): Promise<Accepted> {
  // Valid once, even with two tabs.
  const [invitation] = await world.db.sql<{ athlete_id: number; consent_text: string | null }>`
    delete from private.connection_invitations
    where state_hash = ${hash(state)} and source = ${service.name} and expires_at > ${world.now()}
    returning athlete_id::float8 as athlete_id, consent_text
  `
  if (!invitation) return { ok: false, code: "unknown_state" }
  const { athlete_id: athleteId, consent_text: consent } = invitation
  const answer = await service.connect.exchange({
    code,
    redirectUri: redirectUri(world, service),
    verifier: verifierOf(world, state),
    member: world.sign(`${service.name} ${athleteId}`, "member").slice(0, 32),
  })
  if (!answer.ok) {
    await recordRefusal(world, service.name, answer.code)
    if (answer.code === "consent_missing") return { ok: false, code: "scope_missing" }
    if (answer.code !== "application_refused") return { ok: false, code: "refused" }
    await raiseAlarm(world, { source: service.name, because: answer.because })
    return { ok: false, code: answer.because === "capacity" ? "full" : "refused" }
  }
  const grant = answer.value
  const { accountId, accessToken, refreshToken } = grant
  const agreed = grant.scopes ?? scopes
  const enough = service.connect.suffices(agreed)
  // It may belong to another account at the service.
  await removeLeftBehind(world, { source: service.name, athleteId })
  if (
    enough &&
    accountId !== null &&
    (await store(world, service, { athleteId, accountId, grant, agreed, consent }))
  ) {
    await refreshRestricted(world, athleteId)
    await endAlarms(world, { source: service.name, by: "connecting" })
    return { ok: true, athleteId }
  }
  // Some services revoke every grant of the application at once, including one that a connection here is using.
  if (!(await isAccountHeld(world.db, service.name, accountId)))
    await service.revoke({ accountId: accountId ?? "", accessToken, refreshToken })
  return { ok: false, code: enough ? "already_connected" : "scope_missing" }
}

interface NewConnection {
  athleteId: number
  accountId: string
  grant: Grant
  agreed: readonly string[]
  /** The member's consent to show data to others. */
  consent: string | null
}

/** False when the account at the service belongs to another athlete here. */
async function store(
  world: World,
  { name }: Service,
  { athleteId, accountId, grant, agreed, consent }: NewConnection,
): Promise<boolean> {
  const { accessToken, refreshToken } = await sealGrant(world, grant)
  return world.db.transaction(async (db) => {
    const [row] = await db.sql`
      insert into private.connections (
        source, athlete_id, account_id, access_token, refresh_token, access_until, scopes, consent_text, connected_at,
        confirmed_at
      )
      select
        ${name}, ${athleteId}, ${accountId}, ${accessToken}, ${refreshToken}, ${grant.until}, ${agreed.join(",")},
        ${consent}, ${world.now()}, ${world.now()}
      where not exists (
        select from private.connections
        where source = ${name} and account_id = ${accountId} and athlete_id <> ${athleteId}
      )
      on conflict (source, athlete_id) do update set
        account_id = excluded.account_id, access_token = excluded.access_token,
        refresh_token = excluded.refresh_token, access_until = excluded.access_until, scopes = excluded.scopes,
        consent_text = excluded.consent_text, connected_at = excluded.connected_at, swept_at = null, refused_at = null,
        retry_at = null, held_since = null, held_missing = null, held_known = null, released_at = null
      returning 1
    `
    if (!row) return false
    await world.jobs.add(db, sweepQueue, { source: name, athleteId }, { key: `${name} ${athleteId}` })
    return true
  })
}

/** A connection as shown to its owner. */
interface OwnConnection {
  since: Date
  /** When it was last compared with the service. */
  sweptAt: Date | null
  /** Deadline for reconnecting, after which the imported data is deleted; null while the connection works. */
  reconnectBy: Date | null
  /** Its data is hidden from others, because the service has not confirmed it for too long. */
  hidden: boolean
}

/** The services that an athlete's account is connected to. */
export async function connectionsOf(db: Db, userId: string): Promise<Map<ServiceName, OwnConnection>> {
  const rows = await db.sql<{
    source: ServiceName
    connected_at: Date
    swept_at: Date | null
    refused_at: Date | null
    hidden: boolean
  }>`
    select c.source, c.connected_at, c.swept_at, c.refused_at, a.restricted_data = 'unconfirmed' as hidden
    from private.connections c join athletes a on a.id = c.athlete_id
    where a.user_id = ${userId}
  `
  return new Map(
    rows.map((row) => [
      row.source,
      {
        since: row.connected_at,
        sweptAt: row.swept_at,
        reconnectBy: row.refused_at && graceEnd(row.source, row.refused_at),
        hidden: row.hidden,
      },
    ]),
  )
}

function redirectUri(world: World, { name }: Service): string {
  return world.settings.siteUrl + callbackPath(name)
}

function hash(state: string): string {
  return createHash("sha256").update(state).digest("base64url")
}
