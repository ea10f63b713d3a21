import type { World } from "#domain/world.ts"
import { reminderMail } from "./mails.ts"
import { describeSpot, type SpotRow, spotUrl } from "./spot.ts"

/** How long before the start the reminder is sent. */
const remindHours = 24

/**
 * Sends each person with a spot one reminder on the day before. A spot reserved later than that gets no reminder. Athletes
 * are reminded by their notices instead, in the evening (domain/notices). Run by a deadline; a late run still sends reminders
 * until the session starts.
 */
export async function remind(world: World): Promise<number> {
  const now = world.now()
  const soon = new Date(now.getTime() + remindHours * 3_600_000)
  return world.db.transaction(async (db) => {
    const rows = await db.sql<SpotRow>`
      update event_signups s set reminded_at = ${now}
      from event_occurrences o
      where o.event = s.event and o.held_on = s.held_on and o.starts_at > ${now} and o.starts_at <= ${soon}
        and s.state = 'going' and s.reminded_at is null and s.email is not null and o.called_off_at is null
        and s.placed_at < o.starts_at - make_interval(hours => ${remindHours})
        and not exists (
          select from athletes a join auth.users u on u.id = a.user_id where a.user_id = s.user_id and u.email is not null
        )
      returning s.id, s.event, s.held_on::text as held_on, s.user_id, s.name, s.email, s.state, s.confirm_mailed_at
    `
    for (const row of rows) {
      const spot = await describeSpot(world.published.words, db, row)
      if (spot)
        await world.mail.queue(db, reminderMail(spot, spotUrl(world, row.id)), {
          key: `spot:${row.id}:reminder`,
        })
    }
    return rows.length
  })
}

/** Deletes unconfirmed requests and sessions more than a year old. Run by a job every hour. */
export async function deleteExpiredSignups(world: World): Promise<void> {
  const now = world.now()
  await world.db.sql`
    delete from event_signups where state = 'unconfirmed' and asked_at < ${now}::timestamptz - interval '7 days'
  `
  await world.db.sql`delete from event_signups where held_on < ${now}::timestamptz - interval '400 days'`
}
