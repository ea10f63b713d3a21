import type { Db, World } from "#domain/world.ts"
import type { Strava, StravaAnswer } from "../../../strava.ts"
import { stravaMails } from "./mails.ts"

interface Connection {
  athleteId: number
  stravaId: string
  token: string
}

/** A token is not used in its last minute. */
const marginMs = 60_000

/**
 * A good access token of an athlete, refreshed when it is about to end. One process at a time, because a refresh may kill
 * the token that it was made with: the new pair is stored before anybody else may look.
 * A stored token that cannot be opened (AUTH_SECRET was changed) counts as no connection, and the athlete is asked once
 * by mail to connect again. The connection's row stays, so that putting the former secret back repairs it.
 */
export async function connectionOf(
  world: World,
  strava: Strava,
  athleteId: number,
): Promise<StravaAnswer<Connection> | { ok: false; code: "not_connected" }> {
  return world.db.transaction(async (db) => {
    await db.sql`select pg_advisory_xact_lock(private.strava_token_lock(), ${athleteId}::bigint::integer)`
    const [row] = await db.sql<{
      strava_id: string
      access_token: string
      refresh_token: string
      access_until: Date
    }>`
      select strava_id, access_token, refresh_token, access_until
      from private.strava_connections where athlete_id = ${athleteId}
    `
    if (!row) return { ok: false, code: "not_connected" }
    const { strava_id: stravaId } = row
    const isFresh = row.access_until.getTime() - world.now().getTime() > marginMs
    const token = await strava.unseal(isFresh ? row.access_token : row.refresh_token)
    if (token === null) {
      await askToReconnect(world, db, athleteId)
      return { ok: false, code: "not_connected" }
    }
    if (isFresh) return { ok: true, value: { athleteId, stravaId, token } }
    const answer = await strava.refresh(token)
    if (!answer.ok) return answer
    const { accessToken, refreshToken, until } = answer.value
    await db.sql`
      update private.strava_connections set
        access_token = ${await strava.seal(accessToken)}, refresh_token = ${await strava.seal(refreshToken)},
        access_until = ${until}
      where athlete_id = ${athleteId}
    `
    return { ok: true, value: { athleteId, stravaId, token: accessToken } }
  })
}

async function askToReconnect(world: World, db: Db, athleteId: number): Promise<void> {
  world.log.warn({ athleteId }, "A token of Strava cannot be opened: it was sealed under another AUTH_SECRET")
  const [row] = await db.sql<{ user_id: string | null; connected_at: Date }>`
    select a.user_id, c.connected_at
    from private.strava_connections c join athletes a on a.id = c.athlete_id
    where c.athlete_id = ${athleteId}
  `
  const account = row?.user_id ? await world.accounts.find(db, row.user_id) : null
  if (!row || !account?.email) return
  const key = `strava.reconnect ${athleteId} ${row.connected_at.toISOString()}`
  await world.mail.queue(db, stravaMails.reconnect(world, account.email), { key })
}
