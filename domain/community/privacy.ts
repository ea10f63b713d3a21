import { athleteIdOf } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { Account } from "#ports/accounts.ts"
import type { Db } from "#ports/db.ts"

/**
 * What a member wrote, gave, received and reported, and the decisions about them, for "export my data"; null for an account
 * that has not joined. Not who reported them, and not who has blocked them.
 */
export async function exportCommunity(db: Db, person: Account): Promise<unknown> {
  const [row] = await db.sql<{ exported: unknown }>`
    select jsonb_build_object(
      'cheers_given', coalesce((
        select jsonb_agg(jsonb_build_object('to', r.slug, 'on', c.local_on, 'phrase', c.phrase, 'at', c.at) order by c.at)
        from private.cheers c join athletes r on r.id = c.receiver_id
        where c.giver_id = a.id and c.taken_back_at is null
      ), '[]'),
      'cheers_received', coalesce((
        select jsonb_agg(jsonb_build_object('on', c.local_on, 'phrase', c.phrase, 'at', c.at) order by c.at)
        from private.cheers c where c.receiver_id = a.id and c.taken_back_at is null
      ), '[]'),
      'comments_written', coalesce((
        select jsonb_agg(jsonb_build_object(
          'on', c.local_on, 'event', c.event, 'text', c.body, 'at', c.at, 'edited_at', c.edited_at, 'hidden', c.hidden
        ) order by c.id)
        from private.comments c where c.author_id = a.id
      ), '[]'),
      'comments_received', coalesce((
        select jsonb_agg(jsonb_build_object('on', c.local_on, 'text', c.body, 'at', c.at) order by c.id)
        from private.comments c where c.athlete_id = a.id and c.author_id <> a.id and not c.hidden
      ), '[]'),
      'days_without_comments', coalesce((
        select jsonb_agg(d.local_on order by d.local_on) from private.closed_days d where d.athlete_id = a.id
      ), '[]'),
      'page', (
        select to_jsonb(p) - 'athlete_id' from private.athlete_pages p where p.athlete_id = a.id
      ),
      'blocked', coalesce((
        select jsonb_agg(jsonb_build_object('name', b.blocked_name, 'at', b.at) order by b.at)
        from private.blocks b where b.blocker_id = a.id
      ), '[]'),
      'mutes', coalesce((
        select jsonb_agg(jsonb_build_object('from', m.from_at, 'until', m.until_at, 'reason', m.reason,
          'hides_earlier', m.hides_earlier) order by m.id)
        from private.mutes m where m.athlete_id = a.id
      ), '[]'),
      'reports_sent', coalesce((
        select jsonb_agg(jsonb_build_object(
          'about', r.subject_kind, 'reason', r.reason, 'note', r.note, 'at', r.at, 'decided', d.action
        ) order by r.id)
        from private.reports r left join private.moderation_decisions d on d.id = r.decision_id
        where r.reporter_id = a.id or lower(r.contact_email) = ${person.email?.toLowerCase() ?? null}
      ), '[]'),
      'decisions_about_me', coalesce((
        select jsonb_agg(jsonb_build_object(
          'about', d.subject_kind, 'action', d.action, 'automatic', d.automatic, 'rule', d.rule, 'statement', d.statement,
          'at', d.at, 'undone_at', d.undone_at, 'objection', d.objection, 'objected_at', d.objected_at, 'reply', d.reply,
          'replied_at', d.replied_at, 'upheld', d.upheld
        ) order by d.id)
        from private.moderation_decisions d where d.athlete_id = a.id
      ), '[]')
    ) as exported
    from athletes a where a.user_id = ${person.id}`
  return row?.exported ?? null
}

/**
 * Decisions keep their rule and date, without the person and every text; reports that the person sent stay open, without
 * their note. Everything else goes with the account.
 */
export async function eraseCommunity(_world: World, db: Db, person: Account): Promise<void> {
  const me = await athleteIdOf(db, person.id)
  if (me === null) return
  await db.sql`
    update private.moderation_decisions
    set subject_id = null, fingerprint = null, athlete_id = null, statement = null, objection = null, reply = null
    where athlete_id = ${me}`
  await db.sql`update private.moderation_decisions set decided_by = null where decided_by = ${person.id}`
  await db.sql`update private.reports set note = null, network = null where reporter_id = ${me}`
  if (person.email) await eraseReportsOf(db, person.email)
}

/** Removes the person from reports that were sent with this address. The reports stay. */
export async function eraseReportsOf(db: Db, email: string): Promise<{ rows: number }> {
  const gone = await db.sql`
    update private.reports set contact_name = null, contact_email = null, note = null
    where lower(contact_email) = ${email.toLowerCase()} returning 1`
  return { rows: gone.length }
}
