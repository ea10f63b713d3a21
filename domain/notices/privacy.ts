import type { Account } from "#ports/accounts.ts"
import type { Db } from "#ports/db.ts"

/**
 * What a member chose to be told of, and the notices of the last days, for "export my data"; null for an account that has not
 * joined. Erasing the account removes all of it.
 */
export async function exportNotices(db: Db, person: Account): Promise<unknown> {
  const [row] = await db.sql<{ exported: unknown }>`
    select jsonb_build_object(
      'chosen', coalesce((
        select jsonb_agg(jsonb_build_object('kind', c.kind, 'channel', c.channel, 'at', c.chosen_at) order by c.kind)
        from private.notice_choices c where c.athlete_id = a.id
      ), '[]'),
      'week', (
        select jsonb_build_object('day', s.week_day, 'hour', s.week_hour, 'places', s.told_places, 'asked_on', s.asked_on)
        from private.notice_settings s where s.athlete_id = a.id
      ),
      'devices', coalesce((
        select jsonb_agg(jsonb_build_object('device', p.device, 'since', p.created_at, 'reached_at', p.last_ok_at) order by p.id)
        from private.push_subscriptions p where p.athlete_id = a.id
      ), '[]'),
      'season_reviews_shared', coalesce((
        select jsonb_agg(jsonb_build_object('season', x.slug, 'cards', r.cards, 'at', r.shared_at) order by r.shared_at)
        from private.season_reviews r join seasons x on x.id = r.season_id where r.athlete_id = a.id
      ), '[]'),
      'sent', coalesce((
        select jsonb_agg(jsonb_build_object('on', n.local_on, 'what', n.slot) order by n.local_on, n.slot)
        from private.notices n where n.athlete_id = a.id
      ), '[]')
    ) as exported
    from athletes a where a.user_id = ${person.id}`
  return row?.exported ?? null
}
