import { site } from "#content/site.ts"
import type { World } from "#domain/world.ts"
import { dayIn, instantAt, mondayOf } from "#primitives/zones.ts"
import { messageFor, noteFailure, postTo, type Target, targetOf } from "./post.ts"

export const chatQueue = "chat"

/** On the site's clock, on Mondays. */
const postAt = "08:00"

/** A week that could not be posted for this long is given up: a board of Monday is old on Tuesday. */
const worthHours = 24

/** Seconds to wait when the service names none, and the bounds of what it may name. */
const wait = { usual: 300, least: 5, most: worthHours * 3600 }

/** The Monday that is due, and until when; null on the other days. */
function dueWeek(now: Date): { monday: string; since: Date; until: Date } | null {
  const monday = mondayOf(dayIn(now, site.timeZone))
  const since = instantAt(monday, postAt, site.timeZone)
  const until = new Date(since.getTime() + worthHours * 3_600_000)
  return now >= since && now < until ? { monday, since, until } : null
}

/** Queues the week for every chat that was added before. Run by a deadline every few minutes, by any number of processes. */
export async function queueWeeks(world: World): Promise<number> {
  const due = dueWeek(world.now())
  if (!due) return 0
  return world.db.transaction(async (db) => {
    const rows = await db.sql<{ id: string }>`
      insert into private.chat_posts (address_id, monday, state)
      select id, ${due.monday}, 'queued' from private.chat_addresses where off_at is null and created_at < ${due.since}
      on conflict do nothing returning address_id as id`
    for (const { id } of rows) await world.jobs.add(db, chatQueue, { id, monday: due.monday })
    return rows.length
  })
}

/**
 * Posts one week to one chat. That it is being sent is committed before the request, so a week that a killed process was sending is not
 * posted again: these services cannot recognize a repeat.
 */
export async function postWeek(world: World, { id, monday }: { id: string; monday: string }): Promise<void> {
  const { sql } = world.db
  const settle = async (state: string) => {
    await sql`update private.chat_posts set state = ${state} where address_id = ${id} and monday = ${monday}`
  }
  const fail = async (failed: Target, reason: string) => {
    await settle("failed")
    await noteFailure(world, failed, { reason, counts: true })
  }
  const target = await targetOf(world, id)
  const until = new Date(instantAt(monday, postAt, site.timeZone).getTime() + worthHours * 3_600_000)
  const isLate = world.now() >= until
  const message = target && !isLate ? await messageFor(world, target) : null
  const [taken] = await sql<{ state: string }>`
    update private.chat_posts set state = case state when 'queued' then 'sending' else 'unknown' end
    where address_id = ${id} and monday = ${monday} and state in ('queued', 'sending') returning state`
  if (!taken) return
  if (target && taken.state === "unknown")
    return noteFailure(world, target, { reason: "we do not know whether the last board arrived" })
  if (target && isLate) return fail(target, "it could not be posted within a day")
  if (!target || !message) return settle("left_out")
  const done = await postTo(world, target, message)
  if (done.ok) return settle("sent")
  if (done.why === "gone") return settle("failed")
  const seconds = Math.min(
    wait.most,
    Math.max(wait.least, (done.why === "later" && done.waitSeconds) || wait.usual),
  )
  const again = new Date(world.now().getTime() + seconds * 1000)
  if (done.why === "ours" || again >= until) return fail(target, done.reason)
  return world.db.transaction(async (db) => {
    await db.sql`update private.chat_posts set state = 'queued' where address_id = ${id} and monday = ${monday}`
    await world.jobs.add(db, chatQueue, { id, monday }, { startAfter: again })
  })
}

/** Deletes what was posted weeks ago. Run by a job every hour. */
export async function forgetPosts({ db, now }: Pick<World, "db" | "now">): Promise<void> {
  await db.sql`delete from private.chat_posts where monday < ${now()}::timestamptz::date - 30`
}
