import {
  choicesFrom,
  isNoticeKind,
  type NoticeChannel,
  type NoticeChoices,
  type NoticeKind,
  weekTimes,
} from "#content/notice-kinds.ts"
import { athleteIdOf } from "#domain/members/viewer.ts"
import { hashToken, tokenFor } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"

/** What a member is told of and how, and when their week is told. */
interface NoticeSettings {
  choices: NoticeChoices
  week: { day: number; hour: number }
}

type Chosen = { ok: true; settings: NoticeSettings } | { ok: false; code: "not_joined" }

/** The notice settings of an account. Errors: `not_joined`. */
export async function noticeSettingsOf({ sql }: Db, userId: string): Promise<Chosen> {
  const [row] = await sql<{ chosen: Record<string, string>; day: number | null; hour: number | null }>`
    select ${chosenOf(sql)} as chosen, s.week_day::integer as day, s.week_hour::integer as hour
    from athletes a left join private.notice_settings s on s.athlete_id = a.id
    where a.user_id = ${userId}`
  if (!row) return { ok: false, code: "not_joined" }
  const { day, hour } = weekTimes.usual
  return {
    ok: true,
    settings: { choices: choicesFrom(row.chosen), week: { day: row.day ?? day, hour: row.hour ?? hour } },
  }
}

/** What the athlete `a` has chosen, as JSON by kind. */
export const chosenOf = (sql: Db["sql"]) => sql`
  coalesce((select jsonb_object_agg(c.kind, c.channel) from private.notice_choices c where c.athlete_id = a.id), '{}')`

/** Changes the notice settings of an account; what is not given stays. Errors: `not_joined`. */
export async function chooseNotices(
  world: World,
  userId: string,
  {
    choices = {},
    week,
  }: { choices?: Partial<Record<NoticeKind, NoticeChannel>>; week?: NoticeSettings["week"] },
): Promise<{ ok: true } | { ok: false; code: "not_joined" }> {
  return world.db.transaction(async (db) => {
    const athleteId = await athleteIdOf(db, userId)
    if (athleteId === null) return { ok: false, code: "not_joined" }
    await openSettings(world, db, athleteId)
    if (week)
      await db.sql`
        update private.notice_settings set week_day = ${week.day}, week_hour = ${week.hour}
        where athlete_id = ${athleteId}`
    await choose(db, athleteId, { choices, at: world.now() })
    return { ok: true }
  })
}

async function choose(
  { sql }: Db,
  athleteId: number,
  { choices, at }: { choices: Partial<Record<NoticeKind, NoticeChannel>>; at: Date },
): Promise<void> {
  await sql`
    insert into private.notice_choices (athlete_id, kind, channel, chosen_at)
    select ${athleteId}, kind, channel, ${at}
    from unnest(${Object.keys(choices)}::text[], ${Object.values(choices)}::text[]) as c (kind, channel)
    on conflict (athlete_id, kind) do update set channel = excluded.channel, chosen_at = excluded.chosen_at`
}

/** Makes sure that the links in a member's notices work. */
export async function openSettings(world: World, { sql }: Db, athleteId: number): Promise<void> {
  await sql`
    insert into private.notice_settings (athlete_id, manage_hash)
    values (${athleteId}, ${hashToken(noticeToken(world, athleteId))})
    on conflict (athlete_id) do update set manage_hash = excluded.manage_hash`
}

/** The token in the unsubscribe links of an athlete's notices. */
function noticeToken(world: World, athleteId: number): string {
  return tokenFor(world, "manage-notices", String(athleteId))
}

/**
 * The address that ends notices of these kinds, from a mail about them: it is posted to by mail programs (RFC 8058) and by
 * its page.
 */
export function awayUrl(world: World, athleteId: number, kinds: readonly NoticeKind[]): string {
  return `${world.settings.siteUrl}/unsubscribe/notices/${kinds.join(".")}/${noticeToken(world, athleteId)}`
}

/** The kinds that an unsubscribe link ends; null when the link is not one of ours. */
export async function kindsOfLink(
  { sql }: Db,
  { kinds, token }: { kinds: string; token: string },
): Promise<NoticeKind[] | null> {
  const [row] = await sql`select from private.notice_settings where manage_hash = ${hashToken(token)}`
  const named = kinds.split(".").filter(isNoticeKind)
  return row && named.length > 0 ? named : null
}

/**
 * Ends notices of these kinds for the member to whom the link was mailed. Idempotent; null for a link that is not one
 * of ours. A changed session is still told by mail.
 */
export async function endNotices(
  world: World,
  link: { kinds: string; token: string },
): Promise<NoticeKind[] | null> {
  const kinds = await kindsOfLink(world.db, link)
  if (!kinds) return null
  const [member] = await world.db.sql<{ id: number }>`
    select athlete_id::float8 as id from private.notice_settings where manage_hash = ${hashToken(link.token)}`
  if (!member) return null
  const choices = Object.fromEntries(kinds.map((kind) => [kind, kind === "event" ? "mail" : "off"] as const))
  await choose(world.db, member.id, { choices, at: world.now() })
  return kinds
}
