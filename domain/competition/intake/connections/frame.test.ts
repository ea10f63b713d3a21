/**
 * The shared code for services, tested with a service that differs from Strava in every way that services can differ.
 * Tests for Strava itself: server/http/endpoints/sources.test.ts.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { RecordedActivity } from "#ports/recorded.ts"
import type { Grant, Service, ServiceAnswer } from "#ports/services.ts"
import { createSeal } from "#primitives/secrets.ts"
import { accountOf, addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { accept, invite } from "./connect.ts"
import { handleEvent, onEvent, takeFetched } from "./events.ts"
import { sweep } from "./sweep.ts"
import { connectionOf } from "./token.ts"

let t: TestWorld
let athlete: number
beforeAll(async () => {
  t = await createCompetitionWorld()
  const tokens = createSeal("s".repeat(40), "source tokens")
  t.world.sources = { ...t.world.sources, services: new Map([["strava", service]]), tokens }
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`delete from athletes`
  await t.world.db.sql`delete from auth.users`
  athlete = await addAthlete(t.world, { email: "ana@b4m.test" })
  kept = []
  grant = { accountId: "a-1", accessToken: "access", refreshToken: null, until: null, scopes: null }
  refreshed = 0
})

let kept: RecordedActivity[] = []
let grant: Grant
let refreshed = 0
let completeSince: Date | undefined
/** What happens while a response is pending. */
let onTheWay = async () => {}
const good = <Value>(value: Value): ServiceAnswer<Value> => ({ ok: true, value })
/** A service with two activities a page, which lists only those newer than `completeSince` and issues only one kind of token. */
const service: Service = {
  name: "strava",
  connect: {
    authorizeUrl: ({ state }) => `http://service.test/?state=${state}`,
    exchange: async () => good(grant),
    suffices: (scopes) => scopes.includes("read"),
    refresh: async () => {
      refreshed++
      const made = refreshed
      // As long as a real service takes: concurrent callers still find the old token.
      await new Promise((resolve) => setTimeout(resolve, 100))
      return good({ ...grant, accessToken: `access ${made}`, refreshToken: `refresh ${made}` })
    },
  },
  verify: async () => ({ ok: true, events: [], answer: {} }),
  fetch: {
    async activity(_token, externalId) {
      const activity = kept.find((one) => one.externalId === externalId)
      await onTheWay()
      return activity
        ? good({ ok: true, externalId, accountId: null, activities: [activity] })
        : { ok: false, code: "not_found" }
    },
    async activities(_token, { page }) {
      const listed = kept.filter(({ startedAt }) => !completeSince || startedAt >= completeSince)
      const shown = listed.slice((page - 1) * 2, page * 2)
      await onTheWay()
      return good({
        activities: shown.map((activity) => ({
          ok: true,
          externalId: activity.externalId,
          accountId: null,
          activities: [activity],
        })),
        more: page * 2 < listed.length,
        ...(completeSince ? { completeSince } : {}),
      })
    },
  },
  revoke: async () => good(null),
}

const run = (day: number): RecordedActivity => ({
  externalId: `day-${day}`,
  sports: ["running"],
  name: null,
  startedAt: new Date(Date.UTC(2026, 10, day, 15)),
  utcOffsetS: 0,
  elapsedS: 3600,
  movingS: 3600,
  distanceM: 10_000 + day,
  elevationM: null,
  fiveMinutesKmh: null,
  indoor: false,
  virtual: false,
  detail: 1,
})
const stored = async () =>
  (
    await t.world.db.sql<{ external_id: string }>`select external_id from activities order by external_id`
  ).map(({ external_id }) => external_id)

async function connect(scopes = ["read"]) {
  const userId = await accountOf(t.world, athlete)
  const invited = await invite(t.world, service, userId)
  if (!invited.ok) throw new Error(invited.code)
  return accept(t.world, service, { state: invited.state, code: "c", scopes })
}

test("tokens that neither expire nor can be refreshed are used until the service rejects them", async () => {
  expect(await connect()).toMatchObject({ ok: true })
  t.clock.advance(400 * 86_400_000)
  expect(await connectionOf(t.world, service, athlete)).toMatchObject({ value: { token: "access" } })
  expect(refreshed).toBe(0)
  t.clock.set("2026-11-20T20:00:00Z")
})

test("an expiring token is refreshed once, however many callers need it, and the new one is stored", async () => {
  grant = { ...grant, refreshToken: "refresh", until: new Date("2026-11-20T20:00:30Z") }
  await connect()
  grant = { ...grant, until: new Date("2026-11-21T20:00:00Z") }
  const asked = await Promise.all([1, 2, 3].map(() => connectionOf(t.world, service, athlete)))
  expect(asked.map((one) => one.ok && one.value.token)).toEqual(["access 1", "access 1", "access 1"])
  expect(refreshed).toBe(1)
})

test("too little consent connects nothing", async () => {
  expect(await connect(["profile"])).toEqual({ ok: false, code: "scope_missing" })
  expect(await t.world.db.sql`select from private.connections`).toEqual([])
})

test("every page is read, and activities outside a shorter list are not taken for deleted", async () => {
  await connect()
  kept = [10, 12, 14, 16, 18].map(run)
  await sweep(t.world, service, athlete)
  expect(await stored()).toEqual(["day-10", "day-12", "day-14", "day-16", "day-18"])
  t.clock.advance(1000)
  completeSince = new Date("2026-11-13T00:00:00Z")
  kept = kept.filter(({ externalId }) => externalId !== "day-16")
  await sweep(t.world, service, athlete)
  expect(await stored()).toEqual(["day-10", "day-12", "day-14", "day-18"])
  completeSince = undefined
})

test("an event is fetched once, and its activity goes when the service no longer shows it", async () => {
  await connect()
  kept = [run(18)]
  const event = { id: "e1", accountId: "a-1", about: { kind: "activity", externalId: "day-18" } } as const
  await onEvent(t.world, service, event)
  await onEvent(t.world, service, event)
  expect(t.jobs.filter(({ queue }) => queue === "source-fetch")).toHaveLength(1)
  expect(await handleEvent(t.world, service, "e1")).toBeNull()
  expect(await stored()).toEqual(["day-18"])
  kept = []
  await onEvent(t.world, service, { ...event, id: "e2" })
  await handleEvent(t.world, service, "e2")
  expect(await stored()).toEqual([])
})

test("the legs of an object are stored and removed with it, and a leg that it loses is removed alone", async () => {
  await connect()
  const legs = ["7#0", "7#1", "7#2"].map((externalId, n) => ({ ...run(10 + n), externalId }))
  const take = (activities: RecordedActivity[]) =>
    takeFetched(t.world, service, {
      athleteId: athlete,
      accountId: "a-1",
      asOf: t.world.now(),
      fetched: [{ ok: true, externalId: "7", accountId: null, activities }],
    })
  await take(legs)
  expect(await stored()).toEqual(["7#0", "7#1", "7#2"])
  await take(legs.slice(0, 2))
  expect(await stored()).toEqual(["7#0", "7#1"])
  await onEvent(t.world, service, {
    id: "e9",
    accountId: "a-1",
    about: { kind: "activity", externalId: "7" },
  })
  await handleEvent(t.world, service, "e9")
  expect(await stored()).toEqual([])
})

/** Handles an event about the activity of day 18 while an earlier response is pending. */
function meanwhile(id: string, change: () => void) {
  onTheWay = async () => {
    onTheWay = async () => {}
    t.clock.advance(1000)
    change()
    await onEvent(t.world, service, {
      id,
      accountId: "a-1",
      about: { kind: "activity", externalId: "day-18" },
    })
    await handleEvent(t.world, service, id)
  }
}
const meters = async () =>
  (await t.world.db.sql<{ m: number }>`select distance_m as m from activities order by 1`).map(({ m }) => m)
const edited = (): void => {
  kept = [{ ...run(18), distanceM: 5000 }]
}
const deleted = (): void => {
  kept = []
}

test.each([
  ["a list", "edited", edited, [5000]],
  ["a list", "deleted", deleted, []],
  ["one activity", "edited", edited, [5000]],
  ["one activity", "deleted", deleted, []],
] as const)(
  "%s that was read before the activity was %s does not bring it back",
  async (what, how, change, left) => {
    await connect()
    for (const isKnown of [false, true]) {
      kept = [run(18)]
      t.clock.advance(1000)
      if (isKnown) await sweep(t.world, service, athlete)
      const id = `${what} ${how} ${isKnown}`
      meanwhile(`${id} change`, change)
      if (what === "a list") await sweep(t.world, service, athlete)
      else {
        const about = { kind: "activity", externalId: "day-18" } as const
        await onEvent(t.world, service, { id, accountId: "a-1", about })
        await handleEvent(t.world, service, id)
      }
      expect(await meters(), `known: ${isKnown}`).toEqual(left)
    }
  },
)

test("a list that was read before an activity returned does not remove it", async () => {
  await connect()
  kept = [run(18)]
  await sweep(t.world, service, athlete)
  kept = []
  t.clock.advance(1000)
  meanwhile("back", () => {
    kept = [run(18)]
  })
  await sweep(t.world, service, athlete)
  expect(await stored()).toEqual(["day-18"])
})
