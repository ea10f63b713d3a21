/** Actions of members, for tests of random histories of a competition. */
import { randomUUID } from "node:crypto"
import { competition } from "#content/competitions.ts"
import { accept, invite } from "#domain/competition/intake/connections/connect.ts"
import { disconnect } from "#domain/competition/intake/connections/disconnect.ts"
import { handleEvent, onEvent } from "#domain/competition/intake/connections/events.ts"
import { endGraces } from "#domain/competition/intake/connections/grace.ts"
import { fetchQueue } from "#domain/competition/intake/connections/queues.ts"
import { sweep } from "#domain/competition/intake/connections/sweep.ts"
import { take } from "#domain/competition/intake/take.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { onDecision, onRemoved } from "#domain/competition/pipeline.ts"
import { clearDay } from "#domain/competition/seasons/clear-day.ts"
import { daysToCheck } from "#domain/competition/seasons/days-to-check.ts"
import { disqualify, reinstate } from "#domain/competition/seasons/disqualify.ts"
import { decline, passOn } from "#domain/competition/seasons/pass-on.ts"
import { claim, ship, shippingPaid } from "#domain/competition/seasons/prizes.ts"
import { join } from "#domain/members/member.ts"
import type { RecordedActivity } from "#ports/recorded.ts"
import { createSeal } from "#primitives/secrets.ts"
import { addAthlete, sentRun } from "./competition.ts"
import { anySamples, fingerprint } from "./fingerprints.ts"
import { createMemoryService, type MemoryService } from "./memory-service.ts"
import { seasonNamed } from "./seasons.ts"
import type { TestWorld } from "./world.ts"

/** A randomly drawn workout: its time, its length, and its recording; null for one without samples. */
export interface Drawn {
  hour: number
  minutes: number
  recording: number | null
}

interface Person {
  id: number
  userId: string
  slug: string
}

const hourMs = 3_600_000
const address = {
  name: "A",
  line1: "1 Way",
  line2: null,
  city: "Costa Mesa",
  region: null,
  postalCode: "92626",
  country: "US",
}

/** A recording: an hour with samples, the same for everybody who has it, or a plain gym session. */
function recorded(externalId: string, { hour, minutes, recording }: Drawn): RecordedActivity {
  const startedAt = new Date(Date.UTC(2026, 10, 9, 12) + hour * hourMs)
  const seconds = minutes * 60
  const plain = { kind: "hiit", sport: "hiit", distanceM: 0, movingS: seconds, elapsedS: seconds } as const
  const hourOf = (seed: number) => ({
    movingS: 3600,
    elapsedS: 3600,
    trackS: 3600,
    trackM: 10_000,
    fingerprint: fingerprint(anySamples(seed)),
  })
  const {
    kind: _kind,
    source: _source,
    sport,
    ...facts
  } = sentRun({
    externalId,
    startedAt,
    ...(recording === null ? plain : hourOf(recording)),
  })
  return { ...facts, sports: [sport] }
}

export interface Life {
  /** Starts over at `begin`: six members, and two accounts that may join later. */
  reset(begin: string): Promise<void>
  joinLate(who: number): Promise<void>
  /** Sends a file: its id is derived from its contents, like that of a real one. */
  bring(who: number, what: Drawn): Promise<void>
  /** Deletes one of the activities that came as files. */
  remove(who: number, nth: number): Promise<void>
  /** Adds, changes or (null) deletes an activity at the service, which sends an event. */
  record(who: number, externalId: string, what: Drawn | null): Promise<void>
  connect(who: number): Promise<void>
  disconnect(who: number): Promise<void>
  /** The service starts or stops refusing the grant; a comparison notices it. */
  refuse(who: number, refused: boolean): Promise<void>
  revoke(who: number): Promise<void>
  compare(who: number): Promise<void>
  /** An operator decides on the nth activity in review. */
  decide(nth: number, decision: "count" | "decline"): Promise<void>
  leave(who: number): Promise<void>
  wait(hours: number, until: string): Promise<void>
  /** An operator checks all days of the member in the season, and confirms them. */
  clear(who: number, season: string): Promise<void>
  disqualify(who: number, season: string): Promise<void>
  reinstate(who: number, season: string): Promise<void>
  decline(who: number): Promise<void>
  claim(who: number): Promise<void>
  ship(who: number): Promise<void>
  lapse(): Promise<void>
}

export function createLife(t: TestWorld): Life {
  const { world } = t
  const { sql } = world.db
  const service: MemoryService = createMemoryService()
  const tokens = createSeal("s".repeat(40), "source tokens")
  world.sources = { ...world.sources, services: new Map([["strava", service]]), tokens }
  let people: (Person | null)[] = []
  let waiting: string[] = []
  let events = 0

  const personOf = async (id: number): Promise<Person> => {
    const [row] = await sql<{ userId: string; slug: string }>`
      select user_id as "userId", slug from athletes where id = ${id}
    `
    return { id, userId: row?.userId ?? "", slug: row?.slug ?? "" }
  }
  /** Runs for the person with that number, unless they have not joined or have left. */
  const as = async (who: number, act: (person: Person) => Promise<unknown>) => {
    const person = people[who]
    if (person) await act(person)
  }
  const accountOf = (who: number) => `account-${who}`
  const push = async (who: number, about: Parameters<typeof onEvent>[2]["about"]) => {
    await onEvent(world, service, { id: `e${events++}`, accountId: accountOf(who), about })
    await t.runJobs<{ eventId: string }>(fetchQueue, ({ eventId }) => handleEvent(world, service, eventId))
  }
  const prizeOf = async ({ id }: Person) =>
    (
      await sql<{ id: number }>`
        select id::float8 as id from prizes where athlete_id = ${id} and status <> 'withdrawn'
      `
    )[0]?.id

  return {
    async reset(begin) {
      t.clock.set(begin)
      service.reset()
      t.jobs.length = 0
      await sql`delete from private.receipts`
      await sql`delete from seasons`
      await sql`delete from auth.users`
      await sql`delete from athletes`
      // Rows of boards that were removed with their seasons, which happens only in tests.
      await sql`delete from standings`
      await sql`delete from boards`
      await maintainBoards(world)
      people = []
      for (let n = 0; n < 6; n++) {
        const id = await addAthlete(world, { name: `Racer ${n}`, email: `racer${n}@b4m.test` })
        people.push(await personOf(id))
      }
      waiting = [randomUUID(), randomUUID()]
      for (const id of waiting)
        await sql`insert into auth.users (id, email) values (${id}, ${`${id}@b4m.test`})`
    },
    async joinLate(who) {
      const userId = waiting[who % 2]
      if (userId === undefined) return
      const joined = await join(world, {
        userId,
        displayName: `Late ${who % 2}`,
        visibility: "public",
        units: "metric",
        timeZone: ["Pacific/Kiritimati", "America/Los_Angeles"][who % 2] ?? competition.timeZone,
        consentText: "I agree.",
      })
      if (joined.ok) people[6 + (who % 2)] = { ...joined.athlete, userId }
    },
    bring: (who, what) =>
      as(who, ({ id }) => {
        const activities = [recorded(`${what.recording}-${what.hour}-${what.minutes}`, what)]
        return take(world, { athleteId: id, source: "file", activities })
      }),
    remove: (who, nth) =>
      as(who, async ({ id }) => {
        const rows = await sql<{ source: string; externalId: string }>`
          select source, external_id as "externalId" from activities
          where athlete_id = ${id} and source = 'file' order by id
        `
        const row = rows[nth % Math.max(rows.length, 1)]
        if (row) await onRemoved(world, id, [row])
      }),
    record: (who, externalId, what) =>
      as(who, async () => {
        const { activities } = service.account(accountOf(who))
        if (what) activities.set(externalId, recorded(externalId, what))
        else activities.delete(externalId)
        await push(who, { kind: "activity", externalId, ...(what ? {} : { deleted: true }) })
      }),
    connect: (who) =>
      as(who, async ({ id, userId }) => {
        service.account(accountOf(who)).refused = false
        const invited = await invite(world, service, userId)
        if (!invited.ok) throw new Error(invited.code)
        const done = await accept(world, service, {
          state: invited.state,
          code: accountOf(who),
          scopes: ["read"],
        })
        if (!done.ok) throw new Error(done.code)
        await sweep(world, service, id)
      }),
    disconnect: (who) => as(who, ({ userId }) => disconnect(world, "strava", userId)),
    refuse: (who, refused) =>
      as(who, async ({ id }) => {
        service.account(accountOf(who)).refused = refused
        await sweep(world, service, id)
      }),
    revoke: (who) =>
      as(who, async () => {
        service.account(accountOf(who)).refused = true
        await push(who, { kind: "deauthorized" })
      }),
    compare: (who) => as(who, ({ id }) => sweep(world, service, id)),
    async decide(nth, decision) {
      const rows = await sql<{ athleteId: number; source: string; externalId: string }>`
        select athlete_id::float8 as "athleteId", source, external_id as "externalId"
        from activities where status = 'review' order by id
      `
      const row = rows[nth % Math.max(rows.length, 1)]
      if (row) await onDecision(world, row.athleteId, row, decision)
    },
    leave: (who) =>
      as(who, async ({ userId }) => {
        await sql`delete from auth.users where id = ${userId}`
        people[who] = null
        delete waiting[who - 6]
        await passOn(world)
      }),
    async wait(hours, until) {
      t.clock.set(new Date(Math.min(world.now().getTime() + hours * hourMs, Date.parse(until))))
      await maintainBoards(world)
      await endGraces(world)
    },
    clear: (who, season) =>
      as(who, async ({ id, slug }) => {
        for (const { on, seen } of await daysToCheck(world.db, await seasonNamed(world.db, season), [id]))
          await clearDay(world, { season, athlete: slug, on, seen, by: "an operator" })
      }),
    disqualify: (who, season) =>
      as(who, ({ slug }) => disqualify(world, { season, athlete: slug, reason: "A car." })),
    reinstate: (who, season) => as(who, ({ slug }) => reinstate(world, { season, athlete: slug })),
    decline: (who) =>
      as(who, async (person) => {
        const prizeId = await prizeOf(person)
        if (prizeId) await decline(world, { userId: person.userId, prizeId })
      }),
    claim: (who) =>
      as(who, async (person) => {
        const prizeId = await prizeOf(person)
        if (prizeId) await claim(world, { userId: person.userId, prizeId, address, consentText: "Send it." })
      }),
    ship: (who) =>
      as(who, async (person) => {
        const prizeId = await prizeOf(person)
        if (!prizeId) return
        await shippingPaid(world, prizeId, `order-${prizeId}`)
        await ship(world, { prizeId, tracking: null })
      }),
    async lapse() {
      t.clock.advance(31 * 24 * hourMs)
      await Promise.all([passOn(world), passOn(world)])
      await endGraces(world)
    },
  }
}
