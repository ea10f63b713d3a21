import { reasons } from "#content/reasons.ts"
import type { Account } from "#ports/accounts.ts"
import type { Db } from "#ports/db.ts"

/**
 * Everything about a member's training and results, for "export my data"; null for an account that has not joined. Data
 * that a service's terms hide from others is included, because it is the member's own; data that they forbid to store
 * is not there.
 */
export async function exportCompetition(db: Db, person: Account): Promise<unknown> {
  const [row] = await db.sql<{ exported: Exported }>`
    select jsonb_build_object(
      'activities', coalesce((
        select jsonb_agg(to_jsonb(x) - '{id,athlete_id,twin_of}'::text[] order by x.started_at, x.id)
        from activities x where x.athlete_id = a.id
      ), '[]'),
      'objections', coalesce((
        select jsonb_agg(jsonb_build_object(
          'activity_started_at', x.started_at, 'about', o.reason, 'text', o.text, 'at', o.at, 'reply', o.reply,
          'replied_at', o.replied_at, 'upheld', o.upheld
        ) order by o.id)
        from activity_objections o join activities x on x.id = o.activity_id where x.athlete_id = a.id
      ), '[]'),
      'days', coalesce((
        select jsonb_agg(jsonb_build_object(
          'on', d.local_on, 'points', d.points, 'active', d.active, 'lines', d.lines, 'credits', d.credits
        ) order by d.local_on)
        from athlete_days d where d.athlete_id = a.id
      ), '[]'),
      'connections', coalesce((
        select jsonb_agg(jsonb_build_object(
          'source', c.source, 'account_id', c.account_id, 'scopes', c.scopes, 'consent', c.consent_text,
          'connected_at', c.connected_at,
          'confirmed_at', c.confirmed_at, 'refused_at', c.refused_at
        ) order by c.source)
        from private.connections c where c.athlete_id = a.id
      ), '[]'),
      'cannot_win_because', (select t.kind from private.ties t where t.athlete_id = a.id),
      'days_found_right', coalesce((
        select jsonb_agg(jsonb_build_object('on', c.local_on, 'at', c.cleared_at) order by c.local_on)
        from private.cleared_days c where c.athlete_id = a.id
      ), '[]'),
      'captain_of', coalesce((
        select jsonb_agg(jsonb_build_object('race', r.title, 'season', s.slug, 'team', t.name) order by s.opens_at)
        from private.captains c join teams t on t.id = c.team_id join races r on r.id = t.race_id
        join seasons s on s.id = r.season_id where c.athlete_id = a.id
      ), '[]'),
      'drawn_together_with', (
        select o.slug from private.team_wishes w join athletes o on o.id = w.with_athlete_id where w.athlete_id = a.id
      ),
      'active_days_a_week', coalesce((
        select jsonb_agg(to_jsonb(g) - 'athlete_id' order by g.from_on) from week_goals g where g.athlete_id = a.id
      ), '[]'),
      'weeks_of_break', coalesce((
        select jsonb_agg(to_jsonb(b) - 'athlete_id' order by b.week_on) from break_weeks b where b.athlete_id = a.id
      ), '[]'),
      'happenings', coalesce((
        select jsonb_agg(jsonb_build_object('at', h.at, 'on', h.local_on, 'kind', h.kind, 'season', s.slug, 'data', h.data) order by h.id)
        from happenings h left join seasons s on s.id = h.season_id where h.athlete_id = a.id
      ), '[]'),
      'not_stored', coalesce((
        select jsonb_agg(to_jsonb(w) - '{athlete_id,id_hash}'::text[] order by w.noticed_at)
        from withheld_activities w where w.athlete_id = a.id
      ), '[]'),
      'imports', coalesce((
        select jsonb_agg(jsonb_build_object(
          'started_at', i.started_at, 'finished_at', i.finished_at,
          'files', (
            select jsonb_agg(to_jsonb(f) - 'import_id' order by f.name) from import_files f where f.import_id = i.id
          )
        ) order by i.started_at)
        from imports i where i.athlete_id = a.id
      ), '[]'),
      'results', coalesce((
        select jsonb_agg(jsonb_build_object(
          'season', s.slug, 'rank', r.rank, 'points', r.points, 'active_days', r.active_days,
          'disqualified', (
            select d.reason from disqualifications d where d.season_id = s.id and d.athlete_id = a.id
          )
        ) order by s.closes_at)
        from season_results r join seasons s on s.id = r.season_id where r.athlete_id = a.id
      ), '[]'),
      'finisher_codes', coalesce((
        select jsonb_agg(jsonb_build_object(
          'season', s.slug, 'gift', s.finish_gift, 'code', c.code, 'given_at', c.given_at
        ) order by c.given_at)
        from private.finisher_codes c join seasons s on s.id = c.season_id where c.athlete_id = a.id
      ), '[]'),
      'prizes', coalesce((
        select jsonb_agg(
          to_jsonb(p) - '{id,athlete_id,season_id}'::text[] || jsonb_build_object('season', s.slug) order by p.awarded_at
        )
        from prizes p join seasons s on s.id = p.season_id where p.athlete_id = a.id
      ), '[]')
    ) as exported
    from athletes a
    where a.user_id = ${person.id}
  `
  if (!row) return null
  const { activities, ...rest } = row.exported
  return {
    activities: activities.map((one) => ({ ...one, reason_in_words: reasons[one.reason] })),
    ...rest,
  }
}

interface Exported {
  activities: { reason: keyof typeof reasons }[]
}
