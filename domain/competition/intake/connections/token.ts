import type { ServiceName } from "#content/services.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Grant, Service, ServiceAnswer } from "#ports/services.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { needReconnecting } from "./reconnect.ts"

/** A connection with a valid access token. */
export interface Connection {
  athleteId: number
  /** The athlete's id at the service. */
  accountId: string
  token: string
}

/** `grant_refused`: the service refuses to renew the grant. `not_connected`: there is none, or it cannot be decrypted. */
export type Asked<Value> = ServiceAnswer<Value> | Refusal<"grant_refused"> | Refusal<"not_connected">

/** A token is not used during its last minute. */
const marginMs = 60_000

/**
 * A valid access token of an athlete, refreshed shortly before it expires. One process at a time refreshes, locking the
 * connection's row, because a refresh may invalidate the token that was used: the new pair is stored before any other process
 * reads it. A stored token that cannot be decrypted (AUTH_SECRET changed) counts as no connection, and one mail asks the
 * athlete to reconnect. The row is kept, so that restoring the former secret repairs it.
 * @param options.refused a token that the service rejected: it is replaced even if it should still be valid
 */
export async function connectionOf(
  world: World,
  service: Service,
  athleteId: number,
  { refused = null }: { refused?: string | null } = {},
): Promise<Asked<Connection>> {
  const row = await rowOf(world.db, service.name, athleteId)
  if (!row) return { ok: false, code: "not_connected" }
  if (refused === null && isFresh(world, row)) return withToken(world, world.db, service, row)
  return world.db.transaction(async (db) => {
    const locked = await rowOf(db, service.name, athleteId, db.sql`for no key update`)
    if (!locked) return { ok: false, code: "not_connected" }
    if (isFresh(world, locked)) {
      const stored = await withToken(world, db, service, locked)
      // Another process has refreshed it meanwhile.
      if (!stored.ok || stored.value.token !== refused) return stored
      if (locked.refresh_token === null) return { ok: false, code: "unauthorized" }
    }
    return refresh(world, db, service, locked)
  })
}

interface Row {
  athlete_id: number
  account_id: string
  access_token: string
  refresh_token: string | null
  access_until: Date | null
}

async function rowOf(
  db: Db,
  source: ServiceName,
  athleteId: number,
  lock = db.sql``,
): Promise<Row | undefined> {
  const [row] = await db.sql<Row>`
    select athlete_id::float8 as athlete_id, account_id, access_token, refresh_token, access_until
    from private.connections where source = ${source} and athlete_id = ${athleteId}
    ${lock}
  `
  return row
}

/** Without a refresh token there is no point in acting before the expiry: the service will reject it. */
function isFresh(world: World, { access_until: until, refresh_token: refreshToken }: Row): boolean {
  return refreshToken === null || until === null || until.getTime() - world.now().getTime() > marginMs
}

async function withToken(world: World, db: Db, service: Service, row: Row): Promise<Asked<Connection>> {
  const token = await world.sources.tokens.open(row.access_token)
  if (token === null) return cannotOpen(world, db, service, row.athlete_id)
  return { ok: true, value: { athleteId: row.athlete_id, accountId: row.account_id, token } }
}

async function refresh(world: World, db: Db, service: Service, row: Row): Promise<Asked<Connection>> {
  const { athlete_id: athleteId, account_id: accountId } = row
  const refreshToken = await world.sources.tokens.open(row.refresh_token ?? "")
  if (refreshToken === null) return cannotOpen(world, db, service, athleteId)
  // Some services need the previous access token to process a refusal; one that cannot be decrypted is useless to them.
  const accessToken = (await world.sources.tokens.open(row.access_token)) ?? ""
  const answer = await service.connect.refresh({ accountId, accessToken, refreshToken })
  if (!answer.ok) return answer.code === "unauthorized" ? { ok: false, code: "grant_refused" } : answer
  const sealed = await sealGrant(world, answer.value)
  await db.sql`
    update private.connections set
      access_token = ${sealed.accessToken}, refresh_token = coalesce(${sealed.refreshToken}, refresh_token),
      access_until = ${answer.value.until}
    where source = ${service.name} and athlete_id = ${athleteId}
  `
  return { ok: true, value: { athleteId, accountId, token: answer.value.accessToken } }
}

/** Tokens in their stored form. */
export async function sealGrant(
  world: World,
  { accessToken, refreshToken }: Pick<Grant, "accessToken" | "refreshToken">,
): Promise<{ accessToken: string; refreshToken: string | null }> {
  const { tokens } = world.sources
  return {
    accessToken: await tokens.seal(accessToken),
    refreshToken: refreshToken === null ? null : await tokens.seal(refreshToken),
  }
}

async function cannotOpen(
  world: World,
  db: Db,
  { name: source }: Service,
  athleteId: number,
): Promise<Refusal<"not_connected">> {
  world.log.warn(
    { athleteId, source },
    "A token of a service cannot be decrypted: it was encrypted with another AUTH_SECRET",
  )
  await needReconnecting(world, db, { source, athleteId })
  return { ok: false, code: "not_connected" }
}
