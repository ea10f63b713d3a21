import type { Db } from "#ports/db.ts"

export const subscriptionStates = ["confirmed", "pending", "unsubscribed"] as const
type SubscriptionState = (typeof subscriptionStates)[number]

/** A mailbox on a list, with the latest proof of its owner's choice. */
interface Subscriber {
  /** The id of the subscription. */
  id: string
  email: string
  name: string | null
  list: string
  state: SubscriptionState
  requestedAt: Date
  confirmedAt: Date | null
  endedAt: Date | null
  bounces: number
  /** Where and when the last consent or withdrawal was given. */
  source: string | null
  saidAt: Date | null
  /** The words that were agreed to. */
  consent: string | null
}

interface SubscriberFilter {
  list?: string | undefined
  state?: SubscriptionState | undefined
  /** A part of the address or the name. */
  who?: string | undefined
  bounced?: boolean
}

/** One page of the mailboxes on lists, the latest requests first, and how many match on all pages. */
export async function pageOfSubscribers(
  { sql }: Db,
  { list, state, who, bounced = false }: SubscriberFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Subscriber[]; total: number }> {
  const like = who ? `%${who.toLowerCase().replace(/[\\%_]/g, "\\$&")}%` : null
  const matching = sql`
    from subscriptions s join subscribers m on m.id = s.subscriber_id
    where (${list ?? null}::text is null or s.list = ${list ?? null})
      and (${state ?? null}::text is null or s.state = ${state ?? null})
      and (${like}::text is null or m.email like ${like} or lower(m.name) like ${like})
      and (not ${bounced}::boolean or m.bounces > 0)`
  const [count] = (await sql`select count(*)::integer as n ${matching}`) as [{ n: number }]
  const rows = await sql<Subscriber>`
    with page as (
      select s.id, m.id as subscriber_id, m.email, m.name, s.list, s.state, s.requested_at, s.confirmed_at, s.ended_at, m.bounces
      ${matching} order by s.requested_at desc, s.id limit ${limit} offset ${offset}
    )
    select p.id, p.email, p.name, p.list, p.state, p.requested_at as "requestedAt", p.confirmed_at as "confirmedAt",
      p.ended_at as "endedAt", p.bounces, said.source, said.at as "saidAt", said.consent_text as consent
    from page p left join lateral (
      select source, at, consent_text from consent_log l where l.subscriber_id = p.subscriber_id and l.list = p.list
      order by l.id desc limit 1
    ) said on true
    order by p.requested_at desc, p.id`
  return { rows: [...rows], total: count.n }
}
