import { choicesFrom, type NoticeKind, quietHours } from "#content/notice-kinds.ts"
import { noteReminded } from "#domain/events/next-sessions.ts"
import type { World } from "#domain/world.ts"
import { chosenOf } from "./choices.ts"
import { claim } from "./claim.ts"
import { dayShown, dayTold } from "./day.ts"
import { type Decision, decide } from "./decide.ts"
import { factsOf, type Member, type MemberFacts } from "./facts.ts"
import { noticeItems } from "./lines.ts"
import { noticeMail } from "./notice-mail.ts"
import { pushTo } from "./push/queue.ts"
import { isLive } from "./push/subscriptions.ts"
import { overSlot } from "./race-over.ts"
import { weekComes } from "./week-due.ts"

/** The evening, in the member's own time zone: the first hour of sending, and the quiet hours that end it. */
const evening = { from: 18, to: quietHours.from }

interface Due extends Member {
  email: string | null
  hasDevice: boolean
  /** The slots of today that are taken. */
  taken: string[]
}

/**
 * Tells each member what happened today, or how a race ended: one notice per local day, in the evening, on one channel, and none when
 * there is nothing to tell. Run by an hourly deadline, by any number of processes; a run that was missed is made up for
 * until the evening ends. Returns the number of notices.
 */
export async function sendNotices(world: World): Promise<number> {
  const due = await findDue(world)
  if (due.length === 0) return 0
  const facts = await factsOf(world, due)
  let sent = 0
  for (const member of due) {
    const known = facts(member)
    const items = noticeItems(known)
    const decision = decide({ items, ...member, canPush: world.push !== undefined && member.hasDevice, canMail: member.email !== null })
    if (decision && (await send(world, member, decision, known))) sent++
  }
  return sent
}

/** Members in their evening who have not had today's notice, and about whom there can be something to tell. */
async function findDue({ db, now }: World): Promise<Due[]> {
  const { sql } = db
  const rows = await sql<Omit<Due, "choices"> & { chosen: Record<string, string> }>`
    select a.id::float8 as "athleteId", a.user_id as "userId", a.time_zone as "timeZone", u.email,
      local.day::date::text as "localOn", chosen.kinds as chosen, today.taken,
      exists (select from private.push_subscriptions s where s.athlete_id = a.id and ${isLive(sql)}) as "hasDevice"
    from athletes a
    join auth.users u on u.id = a.user_id
    cross join lateral (select ${now()}::timestamptz at time zone a.time_zone as day) local
    cross join lateral (
      select coalesce(array_agg(n.slot), '{}') as taken from private.notices n
      where n.athlete_id = a.id and n.local_on = local.day::date and n.slot in ('day', 'prize')
    ) today
    cross join lateral (select ${chosenOf(sql)} as kinds) chosen
    where extract(hour from local.day) >= ${evening.from} and extract(hour from local.day) < ${evening.to}
      and (
        (
          not 'day' = any(today.taken) and (
            chosen.kinds ->> 'season' <> 'off' or chosen.kinds ->> 'team' <> 'off' or chosen.kinds ->> 'passed' <> 'off'
            or exists (
              select from event_signups s join event_occurrences o on o.event = s.event and o.held_on = s.held_on
              where s.user_id = a.user_id and s.state = 'going' and s.reminded_at is null
                and o.starts_at > ${now()} and o.starts_at < ${now()}::timestamptz + interval '2 days'
            )
          )
        )
        or (
          not 'prize' = any(today.taken)
          and exists (select from prizes p where p.athlete_id = a.id and p.status = 'awarded' and p.claim_until > ${now()})
        )
      )
      and not ${weekComes(sql)}
    order by a.id`
  return rows.map(({ chosen, ...member }) => ({ ...member, choices: choicesFrom(chosen) }))
}

/** False when another process was faster, or the member changed their mind meanwhile. */
async function send(world: World, member: Due, decision: Decision, facts: MemberFacts): Promise<boolean> {
  const { items } = decision
  const { ended } = facts
  const kinds = [...new Set(items.map(({ kind }) => kind))] as [NoticeKind, ...NoticeKind[]]
  const over = ended && items.some(({ isOver }) => isOver) ? ended : undefined
  const sessions = kinds.includes("reminder") ? facts.toRemind : []
  const slots = [...decision.slots, ...(over ? [overSlot(over)] : [])]
  return world.db.transaction(async (db) => {
    if (!(await claim(world, db, member, { slots, kinds }))) return false
    const ids = sessions.map(({ id }) => id)
    if (ids.length > 0) await noteReminded(db, ids, world.now())
    if (decision.channel === "push") {
      await pushTo(world, db, member.athleteId, dayShown(items, over))
      return true
    }
    const told = dayTold(world, { items, session: sessions[0], over })
    const to = { athleteId: member.athleteId, email: member.email ?? "" }
    await world.mail.queue(db, noticeMail(world, to, { kinds, told }), {
      key: `notice:${member.athleteId}:${member.localOn}:${slots.join("+")}`,
    })
    return true
  })
}
