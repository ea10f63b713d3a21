import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { act } from "../journal.ts"
import type { Operator } from "../roles.ts"
import { asMember } from "./as-member.ts"

/** How long a view lasts. */
const viewMinutes = 15

/** The data of a member's own account page, read with the member's rights. */
interface MemberView {
  athlete: Record<string, unknown> | null
  activities: Record<string, unknown>[]
  prizes: Record<string, unknown>[]
  orders: Record<string, unknown>[]
  spots: Record<string, unknown>[]
  imports: Record<string, unknown>[]
}

/**
 * Starts viewing the site as a member, for fifteen minutes. No token of the member is created. Errors: those of `act`,
 * `reason_missing`.
 */
export async function beginView(
  world: World,
  operator: Operator,
  { userId, reason }: { userId: string; reason: string },
) {
  const subject = { kind: "account", id: userId, person: { userId } }
  const until = new Date(world.now().getTime() + viewMinutes * 60_000)
  return act(
    world,
    operator,
    { command: "person.view", subject, reason },
    async (
      inside,
    ): Promise<{ ok: true; until: Date } | { ok: false; code: "reason_missing" | "unknown_account" }> => {
      if (reason.trim().length < 5) return { ok: false, code: "reason_missing" }
      const account = await inside.accounts.find(inside.db, userId)
      if (!account) return { ok: false, code: "unknown_account" }
      await inside.db.sql`
        insert into private.member_views as v (operator_id, user_id, until) values (${operator.id}, ${userId}, ${until})
        on conflict (operator_id, user_id) do update set until = excluded.until`
      return { ok: true, until }
    },
  )
}

/** Ends the view early. */
export async function endView({ db }: World, { id }: Operator, userId: string): Promise<void> {
  await db.sql`delete from private.member_views where operator_id = ${id} and user_id = ${userId}`
}

/** What the member sees now; null if no view was started, or it has expired. */
export async function viewAs(
  world: World,
  { id }: Operator,
  userId: string,
): Promise<{ until: Date; view: MemberView } | null> {
  const [open] = await world.db.sql<{ until: Date }>`
    select until from private.member_views
    where operator_id = ${id} and user_id = ${userId} and until > ${world.now()}`
  if (!open) return null
  return { until: open.until, view: await asMember(world.db, userId, readView) }
}

async function readView({ sql }: Db): Promise<MemberView> {
  const [athlete] =
    await sql`select slug, display_name, visibility, shows_looking, units, time_zone, joined_at from athletes
    where user_id = auth.uid()`
  return {
    athlete: athlete ?? null,
    activities: await sql`
      select local_on::text as day, kind, name, moving_s, distance_m, status, reason from activities
      order by started_at desc limit 20`,
    prizes: await sql`select title, place, status, claim_until from prizes order by awarded_at desc limit 20`,
    orders:
      await sql`select name, state, total_cents, created_at from orders order by created_at desc limit 20`,
    spots:
      await sql`select event, held_on::text as held_on, state from event_signups order by held_on desc limit 20`,
    imports: await sql`select started_at, finished_at from imports order by started_at desc limit 20`,
  }
}
