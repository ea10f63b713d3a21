import { type ServiceName, services } from "#content/services.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { HeldGrant, Service } from "#ports/services.ts"
import { isAccountHeld } from "./held-account.ts"
import { leftBehindAfterMs, removeLeftBehind } from "./left-behind.ts"
import { connectionMails } from "./mails.ts"
import { leftBehindQueue, revokeQueue } from "./queues.ts"
import { removeInSteps } from "./remove.ts"
import { refreshRestricted } from "./restricted.ts"

/** A grant with encrypted tokens, as stored in a job. */
type SealedGrant = HeldGrant

interface GrantRow {
  source: ServiceName
  athlete_id: number
  account_id: string
  access_token: string
  refresh_token: string | null
}

/** Disconnects at the member's request. Error: `not_connected`. */
export async function disconnect(
  world: World,
  source: ServiceName,
  userId: string,
): Promise<{ ok: true } | { ok: false; code: "not_connected" }> {
  const [row] = await grantsOf(world.db, userId, source)
  if (!row) return { ok: false, code: "not_connected" }
  await forget(world, { source, athleteId: row.athlete_id, because: "asked" })
  return { ok: true }
}

interface Forgetting {
  source: ServiceName
  athleteId: number
  /**
   * These are the only reasons: the member disconnected; the service reported the grant as revoked, and refuses to renew it;
   * or the grace period of a refused grant is over.
   */
  because: "asked" | "deauthorized" | "grace_ended"
}

/**
 * Deletes everything that came from a service: activities and their points, tokens, pending fetches. A mail confirms it.
 * Idempotent: a repeat sends no second mail. A connection made again meanwhile is kept.
 */
export async function forget(world: World, forgetting: Forgetting): Promise<void> {
  const { source, athleteId, because } = forgetting
  const [connected] = await world.db.sql<{ refused_at: Date | null }>`
    select refused_at from private.connections where source = ${source} and athlete_id = ${athleteId}
  `
  if (because !== "asked" && connected?.refused_at === null) return
  const names = await world.db.sql<{ source: string; externalId: string }>`
    select source, external_id as "externalId" from activities where athlete_id = ${athleteId} and source = ${source}
  `
  await removeInSteps(world, athleteId, names)
  await world.db.transaction(async (db) => {
    const [gone] = await db.sql<GrantRow & { user_id: string | null }>`
      delete from private.connections c using athletes a
      where c.source = ${source} and c.athlete_id = ${athleteId} and a.id = c.athlete_id
        and (${because === "asked"} or c.refused_at is not null)
      returning c.source, c.athlete_id::float8 as athlete_id, c.account_id, c.access_token, c.refresh_token, a.user_id
    `
    if (!gone) return
    await db.sql`
      delete from private.receipts where source = ${source} and account_id = ${gone.account_id}
    `
    if (because !== "deauthorized") await queueRevoke(world, db, gone)
    const startAfter = new Date(world.now().getTime() + leftBehindAfterMs)
    await world.jobs.add(db, leftBehindQueue, { source, athleteId }, { startAfter })
    const account = gone.user_id ? await world.accounts.find(db, gone.user_id) : null
    if (!account?.email) return
    const about = { source, title: services[source].title, activities: names.length, because }
    await world.mail.queue(db, connectionMails.forgotten(world, account.email, about))
  })
  // Includes data that arrived during the deletion.
  await removeLeftBehind(world, { source, athleteId })
  await refreshRestricted(world, athleteId)
}

/** Whether the athlete is connected, and with this account at the service if one is given. */
export async function isConnected(
  db: Db,
  source: ServiceName,
  athleteId: number,
  accountId: string | null = null,
): Promise<boolean> {
  const [row] = await db.sql`
    select from private.connections
    where source = ${source} and athlete_id = ${athleteId} and (${accountId}::text is null or account_id = ${accountId})
  `
  return row !== undefined
}

/**
 * Revokes a grant at a service. Throws while the service is unreachable. A token that cannot be decrypted is only logged:
 * nobody can use it, and the athlete can still revoke the grant at the service. Nothing is revoked while a connection here works
 * with the same account.
 */
export async function revoke(world: World, service: Service, grant: SealedGrant): Promise<void> {
  const { tokens } = world.sources
  const accessToken = await tokens.open(grant.accessToken)
  const refreshToken = grant.refreshToken && (await tokens.open(grant.refreshToken))
  const about = { source: service.name }
  if (accessToken === null || (grant.refreshToken !== null && refreshToken === null)) {
    world.log.warn(about, "A grant was not revoked: its token was encrypted with another AUTH_SECRET")
    return
  }
  // Connected again meanwhile: the service would end that connection, too.
  if (await isAccountHeld(world.db, service.name, grant.accountId)) return
  const answer = await service.revoke({ accountId: grant.accountId, accessToken, refreshToken })
  if (!answer.ok) world.log.warn({ ...about, code: answer.code }, "A service did not revoke a permission")
}

/** Deleting an account deletes its rows; jobs that outlive them notify the services. */
export async function revokeOnErase(world: World, db: Db, { id }: { id: string }): Promise<void> {
  for (const row of await grantsOf(db, id)) await queueRevoke(world, db, row)
}

/** The service may be unavailable: the job retries until it succeeds. */
async function queueRevoke(world: World, db: Db, row: GrantRow): Promise<void> {
  const { source, account_id: accountId, access_token: accessToken, refresh_token: refreshToken } = row
  const grant: SealedGrant = { accountId, accessToken, refreshToken }
  await world.jobs.add(db, revokeQueue, { source, ...grant }, { key: accessToken.slice(-80) })
}

async function grantsOf(db: Db, userId: string, source: ServiceName | null = null): Promise<GrantRow[]> {
  return db.sql<GrantRow>`
    select c.source, c.athlete_id::float8 as athlete_id, c.account_id, c.access_token, c.refresh_token
    from private.connections c join athletes a on a.id = c.athlete_id
    where a.user_id = ${userId} and (${source}::text is null or c.source = ${source})
  `
}
