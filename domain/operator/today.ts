import { countOf } from "#content/amounts.ts"
import { openObjections, reportQueue } from "#domain/community/queue.ts"
import { listSuspicions } from "#domain/competition/review/review.ts"
import { listSeasons, nextEnding } from "#domain/competition/seasons/season.ts"
import { rulesOf } from "#domain/competition/series/season-prizes.ts"
import type { LinkedPage } from "#domain/console-link.ts"
import { isToReview } from "#domain/members/photo-review.ts"
import type { World } from "#domain/world.ts"
import { promises } from "./promises.ts"
import { holds, type Role } from "./roles.ts"
import { wrongRecords } from "./sending-check.ts"
import { readWinnersCheck } from "./winners-check.ts"

/** Something that needs a person. */
interface Matter {
  name: string
  /** "activities are waiting for a decision", without the count. */
  says: string
  count: number
  /** Since when the oldest has been waiting; if in the future, when the first is due. Null if it has no age. */
  oldest: Date | null
  /** The page of the console where it is dealt with. */
  path: LinkedPage
  /** What the site has promised about it, in its own words; null for nothing. */
  promised: string | null
}

interface Today {
  matters: Matter[]
  /** An upcoming automatic event or deadline. */
  next: { what: string; at: Date }[]
  /** For owners, the last restore drill of the backups, if it passed; a failed drill is listed as a matter. */
  drill: { what: string; at: Date } | null
}

/** Free space below this needs a person. */
const leastDiskBytes = 2e9
/** A backup older than this needs a person. */
const backupHours = 36
/** An inquiry whose promised answer is due within this time. */
const promiseHours = 24
/** An objection whose reply is due within this time. */
const objectionHours = 24
/** A prize whose claim runs out within this time. */
const claimDays = 3
/** An order in progress for this long. */
const begunDays = 14
/** A returned email is shown for this long: it cannot be sent again, so nothing else would end the row. */
const returnedDays = 7
/** A connected service that brought nothing for this long, though it has athletes. */
const quietDays = 3

interface Due {
  at: Date | null
}

interface Rule {
  name: string
  needs: Role
  path: LinkedPage
  /** Singular and plural. */
  says: readonly [one: string, many: string]
  /** `operator`: the account that asks, for matters that are not shown to those whom they concern; null for all. */
  read(world: World, operator: string | null): Promise<{ count: number; oldest: Date | null }>
}

/** Every matter, in the order of the page: people first, then money, then machines. */
const rules: readonly Rule[] = [
  {
    name: "reports",
    needs: "moderator",
    path: "/reports",
    says: ["report is waiting for a moderator", "reports are waiting for a moderator"],
    async read(world, operatorId) {
      const entries = await reportQueue(world, { operatorId })
      return { count: entries.length, oldest: oldestOf(entries.map(({ oldest }) => oldest)) }
    },
  },
  {
    name: "decision-objections",
    needs: "moderator",
    path: "/reports",
    says: [
      "objection to a moderator’s decision is waiting for a reply",
      "objections to moderators’ decisions are waiting for a reply",
    ],
    async read(world, operatorId) {
      const open = await openObjections(world, { operatorId })
      return { count: open.length, oldest: oldestOf(open.map(({ objectedAt }) => objectedAt)) }
    },
  },
  {
    name: "reviews",
    needs: "helper",
    path: "/review/first",
    says: ["activity is waiting for a decision", "activities are waiting for a decision"],
    read: ({ db }) =>
      one(
        db.sql`select count(*)::int as count, min(received_at) as oldest from activities where status = 'review'`,
      ),
  },
  {
    name: "objections-due",
    needs: "helper",
    path: "/review?view=appeals",
    says: ["objection is due for a reply", "objections are due for a reply"],
    read: ({ db, now }) =>
      one(db.sql`
        select count(*)::int as count, min(due_at) as oldest from activity_objections
        where replied_at is null and due_at <= ${later(now(), objectionHours)}`),
  },
  {
    name: "objections",
    needs: "helper",
    path: "/review?view=appeals",
    says: ["objection is waiting for a reply", "objections are waiting for a reply"],
    read: ({ db, now }) =>
      one(db.sql`
        select count(*)::int as count, min(due_at) as oldest from activity_objections
        where replied_at is null and due_at > ${later(now(), objectionHours)}`),
  },
  {
    name: "leaders",
    needs: "helper",
    path: "/review?view=leaders",
    says: ["leader’s counted activity looks suspicious", "leaders’ counted activities look suspicious"],
    async read(world) {
      const found = await listSuspicions(world)
      return { count: found.length, oldest: found[0]?.receivedAt ?? null }
    },
  },
  {
    name: "photos",
    needs: "helper",
    path: "/review/photos",
    says: ["photo is waiting for a look", "photos are waiting for a look"],
    read: ({ db }) =>
      one(db.sql`
        select count(*)::int as count, min(placed_at) as oldest from athlete_photos p
        where ${isToReview(db.sql)}`),
  },
  {
    name: "promises",
    needs: "helper",
    path: "/inbox?due=soon",
    says: ["inquiry is due for its promised reply", "inquiries are due for their promised reply"],
    read: ({ db, now }) =>
      one(db.sql`
        select count(*)::int as count, min(due_at) as oldest from submissions
        where status in ('new', 'in-review') and due_at <= ${later(now(), promiseHours)}`),
  },
  {
    name: "inbox",
    needs: "helper",
    path: "/inbox",
    says: ["new message in the inbox", "new messages in the inbox"],
    read: ({ db, now }) =>
      one(
        db.sql`select count(*)::int as count, min(submitted_at) as oldest from submissions
          where status = 'new' and closed_at is null and (snoozed_until is null or snoozed_until <= ${now()})`,
      ),
  },
  {
    name: "replies",
    needs: "helper",
    path: "/inbox?status=waiting",
    says: ["reply is waiting for your answer", "replies are waiting for your answer"],
    read: ({ db, now }) =>
      one(db.sql`
        select count(*)::int as count, min(waiting_since) as oldest from submissions
        where waiting_since is not null and closed_at is null and (snoozed_until is null or snoozed_until <= ${now()})`),
  },
  {
    name: "quarantine",
    needs: "helper",
    path: "/inbox?status=quarantine",
    says: ["message looks like spam", "messages look like spam"],
    read: ({ db }) =>
      one(db.sql`
        select count(*)::int as count, min(submitted_at) as oldest from submissions
        where status = 'spam' and status_by is null`),
  },
  {
    name: "deliver",
    needs: "owner",
    path: "/orders?kind=service&fulfillment=open",
    says: ["paid order is to be delivered", "paid orders are to be delivered"],
    read: ({ db }) =>
      one(db.sql`
        select count(*)::int as count, min(paid_at) as oldest from orders
        where kind = 'service' and state = 'paid' and fulfillment = 'open' and not renewal`),
  },
  {
    name: "begun",
    needs: "owner",
    path: "/orders?kind=service&fulfillment=in-progress",
    says: ["order has been in progress for two weeks", "orders have been in progress for two weeks"],
    read: ({ db, now }) =>
      one(db.sql`
        select count(*)::int as count, min(paid_at) as oldest from orders
        where kind = 'service' and state = 'paid' and fulfillment = 'in-progress' and not renewal
          and paid_at <= ${later(now(), -begunDays * 24)}`),
  },
  {
    name: "prizeless",
    needs: "owner",
    path: "/seasons",
    says: ["season is running without a prize", "seasons are running without prizes"],
    async read({ db, now }) {
      const running = (await listSeasons(db)).filter((one) => one.opensAt <= now() && one.closesAt > now())
      const prizes = await Promise.all(running.map(async (one) => (await rulesOf(db, one)).prizes.length))
      const without = running.filter((_, index) => prizes[index] === 0)
      return { count: without.length, oldest: without[0]?.opensAt ?? null }
    },
  },
  {
    name: "ship",
    needs: "owner",
    path: "/seasons/prizes?status=ready",
    says: ["prize to ship", "prizes to ship"],
    read: ({ db }) =>
      one(db.sql`
        select count(*)::int as count, min(coalesce(shipping_paid_at, claimed_at)) as oldest from prizes
        where status = 'claimed' and (shipping_cents = 0 or shipping_paid_at is not null)`),
  },
  {
    name: "claims",
    needs: "owner",
    path: "/seasons/prizes?status=awarded",
    says: ["prize whose claim runs out soon", "prizes whose claim runs out soon"],
    read: ({ db, now }) =>
      one(db.sql`
        select count(*)::int as count, min(claim_until) as oldest from prizes
        where status = 'awarded' and claim_until <= ${later(now(), claimDays * 24)}`),
  },
  {
    name: "winners",
    needs: "owner",
    path: "/seasons/check",
    says: [
      "day of a prospective winner needs a look before awarding",
      "days of prospective winners need a look before awarding",
    ],
    async read(world) {
      const waiting = (await readWinnersCheck(world)).flatMap(({ awardsFrom, winners }) =>
        winners.filter(({ doubtful }) => doubtful > 0).map(({ doubtful }) => ({ doubtful, awardsFrom })),
      )
      const first = Math.min(...waiting.map((one) => one.awardsFrom.getTime()))
      return {
        count: waiting.reduce((sum, { doubtful }) => sum + doubtful, 0),
        oldest: waiting.length > 0 ? new Date(first) : null,
      }
    },
  },
  {
    name: "grace",
    needs: "owner",
    path: "/seasons",
    says: ["season is in its grace period", "seasons are in their grace period"],
    read: ({ db, now }) =>
      one(db.sql`
        select count(*)::int as count, min(grace_ends_at) as oldest from seasons
        where closes_at <= ${now()} and closed_at is null`),
  },
  {
    name: "disputes",
    needs: "owner",
    path: "/orders?state=disputed",
    says: ["payment is disputed", "payments are disputed"],
    read: ({ db }) =>
      one(
        db.sql`select count(*)::int as count, min(disputed_at) as oldest from orders where dispute_state = 'open'`,
      ),
  },
  {
    name: "mails",
    needs: "owner",
    path: "/service",
    says: ["email could not be sent", "emails could not be sent"],
    read: ({ db }) =>
      one(
        db.sql`select count(*)::int as count, min(ended_at) as oldest from private.mails where state = 'dead'`,
      ),
  },
  {
    name: "returned",
    needs: "owner",
    path: "/service",
    says: [
      "email that somebody waited for came back or was marked as spam this week",
      "emails that people waited for came back or were marked as spam this week",
    ],
    // Mails of sign-ins and lists come back without anybody missing them.
    read: ({ db, now }) =>
      one(db.sql`
        select count(*)::int as count, min(ended_at) as oldest from private.mails
        where state in ('bounced', 'complained') and ended_at > ${later(now(), -returnedDays * 24)}
          and kind ~ '^(competition|event|order|report)\\.|^lead\\.(answer|decline|invite|receipt)$'`),
  },
  {
    name: "sending",
    needs: "owner",
    path: "/service/sending",
    says: [
      "DNS record is wrong, so emails may not arrive",
      "DNS records are wrong, so emails may not arrive",
    ],
    async read({ db, machine }) {
      if (!machine?.sendsMail) return { count: 0, oldest: null }
      const { wrong, since } = (await wrongRecords(db)) ?? { wrong: 0, since: null }
      return { count: wrong, oldest: since }
    },
  },
  {
    name: "newsletters",
    needs: "owner",
    path: "/newsletters",
    says: ["newsletter delivery is in doubt", "newsletter deliveries are in doubt"],
    read: ({ db, now }) =>
      one(db.sql`
        select count(*)::int as count, min(i.scheduled_at) as oldest
        from newsletter_deliveries d join newsletter_issues i on i.id = d.issue_id
        where d.state in ('unknown', 'failed') and i.scheduled_at > ${later(now(), -14 * 24)}`),
  },
  {
    name: "jobs",
    needs: "owner",
    path: "/service",
    says: ["job has given up", "jobs have given up"],
    async read({ db }) {
      const jobs = await one<{ there: boolean }>(
        db.sql`select to_regclass('pgboss.job') is not null as there`,
      )
      if (!jobs.there) return { count: 0, oldest: null }
      return one(db.sql`
        select count(*)::int as count, min(created_on) as oldest from pgboss.job
        where name = 'dead' and state = 'created'`)
    },
  },
  {
    name: "alarms",
    needs: "owner",
    path: "/service",
    says: ["service refuses this site", "services refuse this site"],
    read: ({ db }) =>
      one(db.sql`select count(*)::int as count, min(since) as oldest from private.service_alarms`),
  },
  {
    name: "lists",
    needs: "owner",
    path: "/service",
    says: [
      "athlete’s activities are missing from a service’s list",
      "athletes’ activities are missing from a service’s list",
    ],
    read: ({ db }) =>
      one(db.sql`
        select count(*)::int as count, min(held_since) as oldest from private.connections
        where held_since is not null and released_at is null`),
  },
  {
    name: "quiet",
    needs: "owner",
    path: "/service",
    says: ["source has gone quiet", "sources have gone quiet"],
    read: ({ db, now }) =>
      one(db.sql`
        select count(*)::int as count, min(latest) as oldest from (
          select c.source, (
            select max(x.received_at) from activities x where x.source = c.source
          ) as latest
          from (select source, count(*) as athletes, min(connected_at) as first from private.connections group by source) c
          where c.athletes >= 3 and c.first <= ${later(now(), -quietDays * 24)}
        ) quiet
        where coalesce(latest, '-infinity') <= ${later(now(), -quietDays * 24)}`),
  },
  {
    name: "backup",
    needs: "owner",
    path: "/service",
    says: ["backup is overdue", "backup is overdue"],
    async read({ db, now, machine }) {
      // An external database is backed up by its own tools.
      if (!machine?.ownsDatabase) return { count: 0, oldest: null }
      // A site installed an hour ago has no data yet that last night's backup should contain.
      const { at, since } = await one<Due & { since: Date | null }>(db.sql`
        select max(value::timestamptz) filter (where name = 'backed_up_at') as at, max(value::timestamptz) as since
        from private.settings where name in ('backed_up_at', 'installed_at')`)
      return { count: since && since > later(now(), -backupHours) ? 0 : 1, oldest: at }
    },
  },
  {
    name: "disk",
    needs: "owner",
    path: "/service",
    says: ["disk is nearly full", "disk is nearly full"],
    async read({ machine }) {
      const free = await machine?.diskFreeBytes()
      return { count: free !== undefined && free < leastDiskBytes ? 1 : 0, oldest: null }
    },
  },
]

const rowNames = new Set(rules.map(({ name }) => name))
/** What the site has promised about a row: whoever reads it was told so. */
const promisedAbout = Map.groupBy(promises, ({ keeper }) => {
  const row = "mailbox" in keeper ? null : "matter" in keeper ? keeper.matter : keeper.automatic
  if (row !== null && !rowNames.has(row)) throw new Error(`Nothing on Today keeps a promise: ${row}`)
  return row
})

/**
 * What needs a person with this role now, and what comes next.
 * @param operator the account that asks: what concerns the operator is not shown to them; null shows all
 */
export async function readToday(world: World, role: Role, operator: string | null = null): Promise<Today> {
  const read = await Promise.all(
    rules
      .filter(({ needs }) => holds(role, needs))
      .map(async ({ name, path, says, read }): Promise<Matter> => {
        const { count, oldest } = await read(world, operator)
        const [promised] = promisedAbout.get(name) ?? []
        const shown = promised && "matter" in promised.keeper ? promised.says : null
        return { name, path, count, oldest, says: says[count === 1 ? 0 : 1], promised: shown }
      }),
  )
  const { troubles, drill } = (holds(role, "owner") && (await world.machine?.health())) || {}
  // Each has its own wording.
  const endangered = (troubles ?? []).map(
    ({ name, says, since }): Matter => ({
      name,
      says,
      count: 1,
      oldest: since,
      path: "/service",
      promised: null,
    }),
  )
  return {
    matters: [...read.filter(({ count }) => count > 0), ...endangered],
    next: holds(role, "helper") ? await readNext(world) : [],
    drill: drill ? { what: drill.says, at: drill.at } : null,
  }
}

async function readNext({ db, now }: World): Promise<Today["next"]> {
  const closing = await nextEnding(db)
  const issue = await one<Due>(db.sql`
    select min(scheduled_at) as at from newsletter_issues where state = 'scheduled'`)
  const claim = await one<Due>(db.sql`
    select min(claim_until) as at from prizes where status = 'awarded' and claim_until > ${now()}`)
  const event = await one<Due & { going: number }>(db.sql`
    select o.starts_at as at, coalesce(o.going, 0) as going
    from (select) once
    left join lateral (
      select o.starts_at, (
        select count(*)::int from event_signups s
        where s.event = o.event and s.held_on = o.held_on and s.state = 'going'
      ) as going
      from event_occurrences o where o.starts_at > ${now()} and o.called_off_at is null
      order by o.starts_at limit 1
    ) o on true`)
  return [
    { what: closing.awards ? "Undisputed prizes are awarded" : "A season closes", at: closing.at },
    { what: "A newsletter is sent", at: issue.at },
    { what: "A prize passes on unless it is claimed", at: claim.at },
    {
      what: `The next event; ${countOf(event.going, "person is", "people are")} going`,
      at: event.at,
    },
  ]
    .flatMap(({ what, at }) => (at ? [{ what, at }] : []))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** The row of a query without groups, which has exactly one. */
async function one<Row>(query: PromiseLike<Record<string, unknown>[]>): Promise<Row> {
  const [row] = (await query) as [Row]
  return row
}

function oldestOf(all: readonly Date[]): Date | null {
  return all.length > 0 ? new Date(Math.min(...all.map((at) => at.getTime()))) : null
}

function later(now: Date, hours: number): Date {
  return new Date(now.getTime() + hours * 3_600_000)
}
