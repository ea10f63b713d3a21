import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { createViewers, shownCount, type Viewers } from "./viewers.ts"

beforeEach(() => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }))
afterEach(() => {
  for (const one of open.splice(0)) one.close()
  vi.useRealTimers()
})

const open: Viewers[] = []
/** Simulated processes that receive each other's messages, and the messages they send. */
function processes(many: number, may: (athlete: number) => boolean = () => true) {
  const hearers = new Set<(payload: string) => void>()
  const sent: string[] = []
  const live: World["live"] = {
    publish: async (_db, _topic, payload) => {
      sent.push(payload)
      for (const hear of hearers) hear(payload)
    },
    subscribe: (_topic, hear) => {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
  }
  const started = Array.from({ length: many }, () =>
    createViewers({ db: {} as Db, live, log: collectLog() }, async (_db, athletes) => ({
      visitors: athletes
        .filter(may)
        .map((id) => ({ name: `Athlete ${id}`, photo: null, figure: "run", athlete: `athlete-${id}` })),
      members: [],
    })),
  )
  open.push(...started)
  return { started, sent }
}

test("pages of every process are counted by board, and removed from the count when they close", async () => {
  const { started } = processes(2)
  const [one, two] = started as [Viewers, Viewers]
  const leave = one.enter([1, 2])
  two.enter([1])
  expect([one.count(1), one.count(2), two.count(1)]).toEqual([1, 1, 1])
  await vi.advanceTimersByTimeAsync(10_000)
  expect([one.count(1), one.count(2), two.count(1), two.count(2)]).toEqual([2, 1, 2, 1])
  leave()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([one.count(1), two.count(1), two.count(2)]).toEqual([1, 1, 0])
})

test("frequent changes of the count are sent at most every five seconds, to processes and pages", async () => {
  const { started, sent } = processes(2)
  const [one, two] = started as [Viewers, Viewers]
  const moved: number[][] = []
  two.enter([1])
  two.follow((boards) => void moved.push([...boards]))
  for (let n = 0; n < 10_000; n++) {
    const leave = one.enter([1])
    if (n % 2) leave()
  }
  await vi.advanceTimersByTimeAsync(10_000)
  expect(two.count(1)).toBe(5_001)
  expect(sent.length).toBeLessThanOrEqual(4)
  expect(moved.length).toBeLessThanOrEqual(2)
  // Nothing changes, so only the heartbeat every 30 seconds is sent.
  sent.length = moved.length = 0
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent.length).toBe(4)
  expect(moved).toEqual([])
})

test("pages of a process that no longer sends heartbeats are not counted", async () => {
  const { started } = processes(2)
  const [one, two] = started as [Viewers, Viewers]
  one.enter([1])
  two.enter([1])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(two.count(1)).toBe(2)
  // As with kill -9: it sends nothing more.
  one.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(two.count(1)).toBe(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(two.count(1)).toBe(1)
})

test("a member who opted in is shown by every process, once, until the last page closes", async () => {
  const hidden = new Set<number>()
  const { started } = processes(2, (athlete) => !hidden.has(athlete))
  const [one, two] = started as [Viewers, Viewers]
  const names = () => [one, two].map((viewers) => viewers.faces(1).visitors.map(({ name }) => name))
  const moved: number[][] = []
  two.follow((boards) => void moved.push([...boards]))
  one.enter([1])
  const leave = [one.enter([1, 2], 7), one.enter([1], 7)]
  two.enter([1], 8)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(names()).toEqual([
    ["Athlete 7", "Athlete 8"],
    ["Athlete 8", "Athlete 7"],
  ])
  leave[0]?.()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(names()[0]).toEqual(["Athlete 7", "Athlete 8"])
  expect(one.faces(2)).toEqual({ visitors: [], members: [] })
  // Open pages are told when a member opts out or becomes hidden, although the number stays the same.
  moved.length = 0
  hidden.add(8)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(names()).toEqual([["Athlete 7"], ["Athlete 7"]])
  expect(moved).toEqual([[1]])
  leave[1]?.()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(names()).toEqual([[], []])
})

test("at most six pictures are shown, and none if the database fails", async () => {
  let fails = false
  const { started } = processes(1, () => {
    if (fails) throw new Error("gone")
    return true
  })
  const [one] = started as [Viewers]
  for (let athlete = 1; athlete < 20; athlete++) one.enter([1], athlete)
  await vi.advanceTimersByTimeAsync(5_000)
  expect([one.faces(1).visitors.length, one.count(1)]).toEqual([6, 19])
  fails = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect([one.faces(1).visitors.length, one.count(1)]).toEqual([0, 19])
})

test.each([
  [0, 0],
  [1, 1],
  [99, 99],
  [100, 100],
  [119, 110],
  [1_234, 1_200],
  [10_999, 10_000],
])("%i is rounded to %i", (count, shown) => {
  expect(shownCount(count)).toBe(shown)
})
