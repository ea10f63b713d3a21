import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createRefresh } from "./refresh.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(first: string | null = null) {
  const taken: string[] = []
  const refresh = createRefresh({
    pauseMs: 10_000,
    first,
    async take(token) {
      taken.push(token)
    },
  })
  return { taken, refresh }
}

test("the first token is checked immediately, the newest of later ones at the end of the pause", async () => {
  const { taken, refresh } = start("joined")
  await refresh.offer("one")
  expect(taken).toEqual(["one"])
  await vi.advanceTimersByTimeAsync(4_000)
  for (const token of ["two", "three", "three"]) await refresh.offer(token)
  await vi.advanceTimersByTimeAsync(5_999)
  expect(taken).toEqual(["one"])
  await vi.advanceTimersByTimeAsync(1)
  expect(taken).toEqual(["one", "three"])
  // The next pause begins with the deferred token.
  await refresh.offer("four")
  expect(taken).toEqual(["one", "three"])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(taken).toEqual(["one", "three", "four"])
  await vi.advanceTimersByTimeAsync(10_000)
  await refresh.offer("five")
  expect(taken.at(-1)).toBe("five")
})

test("a known token, or a key, has no effect and starts no pause", async () => {
  const { taken, refresh } = start("joined")
  for (const token of ["joined", "sb_publishable_x"]) await refresh.offer(token)
  await refresh.offer("one")
  await refresh.offer("one")
  await vi.advanceTimersByTimeAsync(10_000)
  expect(taken).toEqual(["one"])
})

test("the token of the join is accepted again after another one", async () => {
  const { taken, refresh } = start("joined")
  await refresh.offer("one")
  await vi.advanceTimersByTimeAsync(10_000)
  await refresh.offer("joined")
  expect(taken).toEqual(["one", "joined"])
})

test("if the current token expires within the pause, the newest one replaces it", async () => {
  const { taken, refresh } = start()
  expect(await refresh.takeHeld()).toBe(false)
  await refresh.offer("one")
  await refresh.offer("two")
  expect(await refresh.takeHeld()).toBe(true)
  expect(taken).toEqual(["one", "two"])
  expect(await refresh.takeHeld()).toBe(false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(taken).toEqual(["one", "two"])
})

test("a channel that has ended accepts no more tokens", async () => {
  const { taken, refresh } = start()
  await refresh.offer("one")
  await refresh.offer("two")
  refresh.end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(taken).toEqual(["one"])
})
