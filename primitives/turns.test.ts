import { expect, test } from "vitest"
import { createTurns } from "./turns.ts"

test("a limited number of tasks runs at once, the others wait in order, and more than the queue holds are refused", async () => {
  const inTurn = createTurns(2, { longestQueue: 1, refusal: () => new Error("full") })
  const ends: ((failed?: Error) => void)[] = []
  const begun: string[] = []
  const work = (name: string) =>
    inTurn(() => {
      begun.push(name)
      return new Promise<string>((resolve, reject) =>
        ends.push((error) => (error ? reject(error) : resolve(name))),
      )
    })
  const [a, b, c] = [work("a"), work("b"), work("c")]
  await expect(work("d")).rejects.toThrow("full")
  expect(begun).toEqual(["a", "b"])
  // A task that fails frees its place too.
  ends[0]?.(new Error("broken"))
  await expect(a).rejects.toThrow("broken")
  expect(begun).toEqual(["a", "b", "c"])
  const e = work("e")
  ends[1]?.()
  ends[2]?.()
  expect(await Promise.all([b, c])).toEqual(["b", "c"])
  ends[3]?.()
  expect(await e).toBe("e")
})

test("a task that arrives after the others have ended does not wait", async () => {
  const inTurn = createTurns(1)
  for (const name of ["a", "b"]) {
    let begun = false
    const work = inTurn(async () => {
      begun = true
      return name
    })
    expect(begun).toBe(true)
    expect(await work).toBe(name)
  }
})
