import type { World } from "#domain/world.ts"
import { act } from "../journal.ts"
import type { Operator } from "../roles.ts"

/** One person, as the operator's page shows them. */
interface PersonPage {
  account: {
    email: string | null
    name: string | null
    createdAt: Date
    confirmedAt: Date | null
    lastSignInAt: Date | null
    banned: boolean
    role: string | null
    secured: boolean
    sessions: number
  }
  athlete: {
    slug: string
    name: string
    visibility: string
    joinedAt: Date
    declaredTie: boolean
    activities: number
    waiting: number
  } | null
  places: { board: string; rank: number; points: number }[]
  activities: {
    id: number
    on: string
    kind: string
    name: string | null
    status: string
    reason: string | null
  }[]
  /** The current photo; `waiting` is seen only by operators. */
  photo: { state: string; placedAt: Date } | null
  /** Reports about the person, each with the decision about it. */
  reports: { id: number; at: Date; about: string; reason: string; decision: string | null }[]
  cheers: { given: number; received: number; blocked: number; mutedUntil: Date | null; reported: number }
  orders: { id: string; at: Date; name: string; state: string; totalCents: number | null }[]
  mails: {
    id: string
    kind: string
    state: string
    queuedAt: Date
    endedAt: Date | null
    answer: string | null
  }[]
  consents: { at: Date; list: string; event: string; source: string | null }[]
  submissions: { id: string; form: string; status: string; at: Date }[]
  spots: { event: string; heldOn: string; state: string }[]
}

/**
 * Everything an operator needs to help somebody with an account. Opening it is a command, because it reads personal data.
 * Errors: those of `act`, and `unknown_account`.
 */
export async function openPerson(world: World, operator: Operator, userId: string) {
  const subject = { kind: "account", id: userId, person: { userId } }
  return act(world, operator, { command: "person.read", subject }, (inside) => readPerson(inside, userId))
}

async function readPerson(
  { db, now }: World,
  userId: string,
): Promise<{ ok: true; person: PersonPage } | { ok: false; code: "unknown_account" }> {
  const { sql } = db
  const [account] = await sql<PersonPage["account"]>`
    select u.email, u.raw_user_meta_data ->> 'full_name' as name, u.created_at as "createdAt",
      u.email_confirmed_at as "confirmedAt", u.last_sign_in_at as "lastSignInAt",
      coalesce(u.banned_until > ${now()}, false) as banned, u.raw_app_meta_data ->> 'role' as role,
      exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as secured,
      (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions
    from auth.users u where u.id = ${userId} and u.deleted_at is null`
  if (!account) return { ok: false, code: "unknown_account" }
  const email = account.email?.toLowerCase() ?? null
  const [athlete] = await sql<NonNullable<PersonPage["athlete"]>>`
    select a.slug, a.display_name as name, a.visibility, a.joined_at as "joinedAt",
      a.declared_tie as "declaredTie",
      (select count(*)::int from activities x where x.athlete_id = a.id) as activities,
      (select count(*)::int from activities x where x.athlete_id = a.id and x.status = 'review') as waiting
    from athletes a where a.user_id = ${userId}`
  const places = await sql<PersonPage["places"][number]>`
    select s.slug as board, r.rank, r.points
    from season_results r join seasons s on s.id = r.season_id join athletes a on a.id = r.athlete_id
    where a.user_id = ${userId} order by s.opens_at desc limit 20`
  const activities = await sql<PersonPage["activities"][number]>`
    select x.id::float8 as id, x.local_on::text as "on", x.kind, x.name, x.status, x.reason
    from activities x join athletes a on a.id = x.athlete_id where a.user_id = ${userId}
    order by x.started_at desc limit 20`
  const [photo] = await sql<NonNullable<PersonPage["photo"]>>`
    select p.state, p.placed_at as "placedAt" from athlete_photos p join athletes a on a.id = p.athlete_id
    where a.user_id = ${userId}`
  const reports = await sql<PersonPage["reports"][number]>`
    select r.id::float8 as id, r.at, r.subject_kind as about, r.reason, d.action as decision
    from private.reports r join athletes a on a.id = r.athlete_id
    left join private.moderation_decisions d on d.id = r.decision_id
    where a.user_id = ${userId} order by r.at desc limit 20`
  const [cheers] = (await sql<PersonPage["cheers"]>`
    with own as (select id from athletes where user_id = ${userId})
    select
      (select count(*)::int from private.cheers where giver_id in (select id from own) and taken_back_at is null) as given,
      (select count(*)::int from private.cheers where receiver_id in (select id from own) and taken_back_at is null) as received,
      (select count(*)::int from private.blocks where blocker_id in (select id from own)) as blocked,
      (select max(until_at) from private.mutes where athlete_id in (select id from own) and until_at > ${now()}) as "mutedUntil",
      (select count(*)::int from private.reports where reporter_id in (select id from own)) as reported`) as [
    PersonPage["cheers"],
  ]
  const orders = await sql<PersonPage["orders"][number]>`
    select id, created_at as at, name, state, total_cents as "totalCents"
    from orders where user_id = ${userId} or lower(email) = ${email} order by created_at desc limit 20`
  const mails = await sql<PersonPage["mails"][number]>`
    select id, kind, state, queued_at as "queuedAt", ended_at as "endedAt", answer
    from private.mails where recipient = ${email} order by queued_at desc limit 30`
  const consents = await sql<PersonPage["consents"][number]>`
    select c.at, c.list, c.event, c.source
    from consent_log c join subscribers s on s.id = c.subscriber_id
    where lower(s.email) = ${email} order by c.id desc limit 30`
  const submissions = await sql<PersonPage["submissions"][number]>`
    select id, form, status, submitted_at as at from submissions where lower(email) = ${email}
    order by submitted_at desc limit 20`
  const spots = await sql<PersonPage["spots"][number]>`
    select event, held_on::text as "heldOn", state from event_signups where user_id = ${userId} or email = ${email}
    order by held_on desc limit 20`
  return {
    ok: true,
    person: {
      ...{ account, athlete: athlete ?? null, places, orders, mails, consents, submissions, spots },
      ...{ activities, photo: photo ?? null, reports, cheers },
    },
  }
}
