import type { World } from "#domain/world.ts"
import type { Strava, StravaAnswer } from "../../../strava.ts"

export interface Connection {
  athleteId: number
  stravaId: string
  token: string
}

/** A token is not used in its last minute. */
const marginMs = 60_000

/**
 * A good access token of an athlete, refreshed when it is about to end. One process at a time, because a refresh may kill
 * the token that it was made with: the new pair is stored before anybody else may look.
 */
export async function connectionOf(
  world: World,
  strava: Strava,
  athleteId: number,
): Promise<StravaAnswer<Connection> | { ok: false; code: "not_connected" }> {
  return world.db.transaction(async (db) => {
    await db.sql`select pg_advisory_xact_lock(742052, ${athleteId}::bigint::integer)`
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
    if (row.access_until.getTime() - world.now().getTime() > marginMs) {
      return { ok: true, value: { athleteId, stravaId, token: strava.unseal(row.access_token) } }
    }
    const answer = await strava.refresh(strava.unseal(row.refresh_token))
    if (!answer.ok) return answer
    const { accessToken, refreshToken, until } = answer.value
    await db.sql`
      update private.strava_connections set
        access_token = ${strava.seal(accessToken)}, refresh_token = ${strava.seal(refreshToken)}, access_until = ${until}
      where athlete_id = ${athleteId}
    `
    return { ok: true, value: { athleteId, stravaId, token: accessToken } }
  })
}
