import { beforeEach, expect, test } from "vitest"
import { PreparedShapes } from "./prepared-shapes.ts"

let nowMs: number
let shapes: PreparedShapes

beforeEach(() => {
  nowMs = 0
  shapes = new PreparedShapes({ most: 3, now: () => nowMs })
})

const times = (count: number, text: string) => Array.from({ length: count }, () => shapes.use(text)).at(-1)
/** Whether a shape is prepared, checked without counting a use: an unknown one is not prepared at its first use. */
const isPrepared = (text: string) => shapes.use(text)

test("a statement is prepared at its second use", () => {
  expect([shapes.use("a"), shapes.use("a"), shapes.use("a")]).toEqual([false, true, true])
})

test("memory is bounded: the oldest statement used once is forgotten", () => {
  shapes.use("a")
  for (let n = 0; n < 500; n++) shapes.use(`${n}`)
  expect([shapes.use("a"), shapes.use("499")]).toEqual([false, true])
})

test("five hundred statements used once are remembered", () => {
  shapes.use("a")
  for (let n = 0; n < 499; n++) shapes.use(`${n}`)
  expect(shapes.use("a")).toBe(true)
})

test("a very long statement is never prepared", () => {
  const long = "a".repeat(10_001)
  expect(times(100, long)).toBe(false)
  expect(times(2, long.slice(1))).toBe(true)
})

test("many different statements do not evict those in use", () => {
  for (const used of ["a", "b", "c"]) times(20, used)
  for (let n = 0; n < 10_000; n++) times(2, `junk ${n}`)
  expect(["a", "b", "c"].map(isPrepared)).toEqual([true, true, true])
})

test("a statement in use replaces unused ones that came first", () => {
  for (const junk of ["x", "y", "z"]) times(2, junk)
  expect(times(7, "a")).toBe(false)
  expect(times(1, "a")).toBe(true)
  // The first of the equally rare shapes was evicted.
  expect(["x", "y", "z"].map(isPrepared)).toEqual([false, true, true])
})

test("a statement in use replaces unused ones even if these are repeated", () => {
  for (const junk of ["x", "y", "z"]) times(2, junk)
  for (let n = 0; n < 40; n++) {
    times(1, "a")
    for (let other = 0; other < 100; other++) times(1, `${n} ${other}`)
    if (n % 10 === 0) for (const junk of ["x", "y", "z"]) times(1, junk)
  }
  expect(isPrepared("a")).toBe(true)
})

test("an equally frequent statement does not evict the others", () => {
  for (const used of ["a", "b", "c"]) times(40, used)
  expect(times(79, "d")).toBe(false)
  expect(times(1, "d")).toBe(true)
})

test("statements used long ago are evicted", () => {
  for (const used of ["a", "b", "c"]) times(1_000, used)
  expect(times(40, "d")).toBe(false)
  // After ten half-lives, a thousand uses count as one.
  for (let n = 0; n < 10; n++) {
    nowMs += 600_000
    times(1, "e")
  }
  times(16, "f")
  expect(isPrepared("f")).toBe(true)
})

test("prepared statements of a connection are bounded: fifty are replaced within a half-life", () => {
  shapes = new PreparedShapes({ most: 80, now: () => nowMs })
  for (let n = 0; n < 80; n++) times(2, `junk ${n}`)
  const prepared = (from: number) =>
    Array.from({ length: 60 }, (_, n) => times(16, `${from + n}`)).filter(Boolean).length
  expect(prepared(0)).toBe(50)
  nowMs += 600_000
  expect(prepared(100)).toBe(50)
})
