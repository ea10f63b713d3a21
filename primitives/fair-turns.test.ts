import { expect, test } from "vitest"
import { createFairTurns } from "./fair-turns.ts"

const signal = new AbortController().signal
const options = {
  atOnce: 2,
  atOncePerCaller: 1,
  waiting: 4,
  waitingPerCaller: 3,
  refusal: () => new Error("full"),
}

/** Resolves after all work that can start has started. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Work that finishes when the test says so, by name. */
function desk(given: Partial<typeof options> = {}) {
  const inTurn = createFairTurns({ ...options, ...given })
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  return {
    begun,
    ask(caller: string, name: string, aborted = signal) {
      const answer = inTurn(caller, aborted, () => {
        begun.push(name)
        return new Promise<string>((resolve, reject) => {
          ends.set(name, (error) => (error ? reject(error) : resolve(name)))
        })
      })
      answer.catch(() => {})
      return answer
    },
    async end(name: string, error?: Error) {
      ends.get(name)?.(error)
      await settled()
    },
  }
}

test("another caller's task starts while a caller with many tasks waits for its own", async () => {
  const { begun, ask, end } = desk()
  for (const name of ["a1", "a2", "a3"]) ask("a", name)
  ask("b", "b1")
  await settled()
  expect(begun).toEqual(["a1", "b1"])
  ask("c", "c1")
  // Callers take turns: a has waited longest, and c is next after one task of a.
  await end("b1")
  await end("a1")
  expect(begun).toEqual(["a1", "b1", "c1", "a2"])
  await end("c1")
  await end("a2")
  expect(begun.at(-1)).toBe("a3")
})

test("a task that left the queue does not run, and a task that fails frees its place", async () => {
  const { begun, ask, end } = desk({ atOnce: 1 })
  const first = ask("a", "a1")
  const left = new AbortController()
  const gone = ask("b", "b1", left.signal)
  ask("c", "c1")
  left.abort(new Error("hung up"))
  await expect(gone).rejects.toThrow("hung up")
  await expect(ask("b", "b2", left.signal)).rejects.toThrow("hung up")
  await end("a1", new Error("broken"))
  await expect(first).rejects.toThrow("broken")
  expect(begun).toEqual(["a1", "c1"])
})

test("a caller's share of the queue is limited, and a full queue refuses the caller with the most waiting tasks", async () => {
  const { ask, begun, end } = desk({ atOnce: 1 })
  ask("a", "a1")
  ask("a", "a2")
  ask("a", "a3")
  const last = ask("a", "a4")
  await expect(ask("a", "a5")).rejects.toThrow("full")
  ask("b", "b1")
  // Four tasks are waiting, so a new one replaces a's latest.
  ask("c", "c1")
  await expect(last).rejects.toThrow("full")
  await expect(ask("c", "c2")).rejects.toThrow("full")
  for (const name of ["a1", "a2", "b1", "c1"]) await end(name)
  expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3"])
})

test("freed places can be used again", async () => {
  const { ask, begun, end } = desk({ atOncePerCaller: 2 })
  for (const round of [1, 2, 3]) {
    ask("a", `first ${round}`)
    ask("a", `second ${round}`)
    await settled()
    await end(`first ${round}`)
    await end(`second ${round}`)
  }
  expect(begun).toHaveLength(6)
})
