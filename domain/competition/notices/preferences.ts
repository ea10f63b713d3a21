import { athleteIdOf } from "#domain/members/viewer.ts"
import { hashToken, tokenFor } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"

/** Which notices a member wants by mail; none until requested. */
export interface NoticePreferences {
  passed: boolean
  seasonEnds: boolean
  prizeWaits: boolean
}

const none: NoticePreferences = { passed: false, seasonEnds: false, prizeWaits: false }

/** The notice preferences of an account. Errors: `not_joined`. */
export async function noticePreferencesOf(
  db: Db,
  userId: string,
): Promise<{ ok: true; preferences: NoticePreferences } | { ok: false; code: "not_joined" }> {
  const [row] = await db.sql<{ passed: boolean | null; seasonEnds: boolean; prizeWaits: boolean }>`
    select w.passed, w.season_ends as "seasonEnds", w.prize_waits as "prizeWaits"
    from athletes a left join private.notice_wishes w on w.athlete_id = a.id
    where a.user_id = ${userId}
  `
  if (!row) return { ok: false, code: "not_joined" }
  const { passed, ...others } = row
  return { ok: true, preferences: passed === null ? none : { passed, ...others } }
}

/** Replaces the notice preferences of an account. Errors: `not_joined`. */
export async function setNoticePreferences(
  world: World,
  userId: string,
  preferences: NoticePreferences,
): Promise<{ ok: true; preferences: NoticePreferences } | { ok: false; code: "not_joined" }> {
  const { passed, seasonEnds, prizeWaits } = preferences
  const athleteId = await athleteIdOf(world.db, userId)
  if (athleteId === null) return { ok: false, code: "not_joined" }
  await world.db.sql`
    insert into private.notice_wishes (athlete_id, passed, season_ends, prize_waits, asked_at, manage_hash)
    values (
      ${athleteId}, ${passed}, ${seasonEnds}, ${prizeWaits}, ${world.now()},
      ${hashToken(noticeToken(world, athleteId))}
    )
    on conflict (athlete_id) do update set
      passed = excluded.passed, season_ends = excluded.season_ends, prize_waits = excluded.prize_waits,
      asked_at = excluded.asked_at, manage_hash = excluded.manage_hash
  `
  return { ok: true, preferences }
}

/** The token in the unsubscribe link of an athlete's notices. */
export function noticeToken(world: World, athleteId: number): string {
  return tokenFor(world, "manage-notices", String(athleteId))
}

/** Whether an unsubscribe link is valid. */
export async function isNoticeToken(db: Db, token: string): Promise<boolean> {
  const [row] = await db.sql`select from private.notice_wishes where manage_hash = ${hashToken(token)}`
  return row !== undefined
}

/** Turns off all notices for the member to whom this link was mailed. Idempotent; false for an unknown token. */
export async function endNotices(world: World, token: string): Promise<boolean> {
  const rows = await world.db.sql`
    update private.notice_wishes set passed = false, season_ends = false, prize_waits = false, asked_at = ${world.now()}
    where manage_hash = ${hashToken(token)}
    returning athlete_id
  `
  return rows.length > 0
}
