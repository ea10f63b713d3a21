import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { LivePage } from "#domain/shown.ts"
import { describeFile, type StaticFile } from "../static/file.ts"
import { createKeep, type Keep, type Rendered } from "./keep.ts"

const page: LivePage = { shows: ["boards"] }
/** Instants of changes, in ms. */
let changes: number[]
let keep: Keep
let renderings: number

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] })
  changes = []
  renderings = 0
  keep = createKeep({ versions })
})
afterEach(() => {
  vi.useRealTimers()
})

const versions = {
  current: () => ({ counts: [changes.length], time: 0 }),
  outdatedSince: (_page: LivePage, { counts }: { counts: readonly number[] }) => changes[counts[0] ?? 0],
}
const change = () => changes.push(performance.now())
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function fileOf(text: string, size = 10): StaticFile {
  const identity = Buffer.from(text.padEnd(size))
  const about = { contentType: "text/html", cacheControl: "", page: true, text: true, headers: () => ({}) }
  return describeFile({ bodies: { identity }, ...about })
}
const textOf = (rendered: Rendered) => rendered?.variants.identity.body.toString().trim()

/** A rendering that takes 30 ms, and shows the number of changes before it. */
const render = async () => {
  renderings++
  const text = `v${changes.length}`
  await new Promise((resolve) => setTimeout(resolve, 30))
  return fileOf(text)
}
const get = (key = "/a", how: () => Promise<Rendered> = render) => keep.get(key, page, how)

/** What a visitor gets now, without and with waiting. */
async function visit(key = "/a"): Promise<{ text: string | undefined; waitedMs: number }> {
  const came = performance.now()
  return { text: textOf(await get(key)), waitedMs: performance.now() - came }
}
async function visitAfter(ms: number) {
  const visiting = visit()
  await pass(ms)
  return visiting
}

test("a hundred visitors at once cost one rendering, and so do all that come before a change", async () => {
  const all = Promise.all(Array.from({ length: 100 }, () => visit()))
  await pass(30)
  expect((await all).every(({ text }) => text === "v0")).toBe(true)
  await pass(60_000)
  expect(get()).not.toBeInstanceOf(Promise)
  expect(renderings).toBe(1)
})

test("who comes first after a change waits for the rendering; who comes meanwhile gets the last version", async () => {
  await visitAfter(30)
  await pass(5_000)
  change()
  const first = visit()
  expect(await visit()).toEqual({ text: "v0", waitedMs: 0 })
  await pass(30)
  expect(await first).toEqual({ text: "v1", waitedMs: 30 })
  expect(await visit()).toEqual({ text: "v1", waitedMs: 0 })
  expect(renderings).toBe(2)
})

test("what was outdated for a second is shown to nobody, also when nobody came in between", async () => {
  await visitAfter(30)
  await pass(5_000)
  change()
  await pass(950)
  const both = Promise.all([visit(), visit()])
  await pass(30)
  expect((await both).map(({ text }) => text)).toEqual(["v1", "v1"])
  expect(renderings).toBe(2)
})

test("renderings start at most once a second, while nothing shown is outdated for longer", async () => {
  const shown: { at: number; text: string | undefined }[] = []
  const visits: Promise<void>[] = []
  for (let ms = 0; ms < 10_000; ms += 10) {
    if (ms % 50 === 0) change()
    const came = performance.now()
    visits.push(visit().then(({ text, waitedMs }) => void shown.push({ at: came + waitedMs, text })))
    await pass(10)
  }
  await pass(2_000)
  await Promise.all(visits)
  expect(shown).toHaveLength(1_000)
  for (const { at, text = "v0" } of shown) {
    const next = changes[Number(text.slice(1))]
    if (next !== undefined) expect(at - next).toBeLessThan(1_000)
  }
  expect(renderings).toBeGreaterThanOrEqual(9)
  expect(renderings).toBeLessThanOrEqual(11)
})

test("a change during the rendering makes its result outdated at once", async () => {
  const first = visit()
  await pass(10)
  change()
  await pass(20)
  expect((await first).text).toBe("v0")
  await pass(2_000)
  expect((await visitAfter(30)).text).toBe("v1")
})

test("a rendering that fails fails for everybody who waits, and is tried again for the next", async () => {
  const fails = () => Promise.reject(new Error("no database"))
  const both = await Promise.allSettled([get("/a", fails), get("/a", fails)])
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"])
  expect((await visitAfter(30)).text).toBe("v0")
})

test("a page that has to be answered individually is remembered as such", async () => {
  let asked = 0
  const missing = async () => {
    asked++
    return null
  }
  expect(await get("/missing", missing)).toBeNull()
  expect(get("/missing", missing)).toBeNull()
  expect(asked).toBe(1)
})

test("memory is bounded: the page that was used least recently makes room", async () => {
  keep = createKeep({ versions, mostBytes: 50_000 })
  const big = async () => {
    renderings++
    return fileOf("v0", 10_000)
  }
  for (const key of ["/a", "/b", "/c"]) await get(key, big)
  await get("/a", big)
  await get("/d", big)
  expect(renderings).toBe(4)
  expect(keep.bytes).toBeLessThanOrEqual(50_000)
  expect(get("/a", big)).not.toBeInstanceOf(Promise)
  expect(get("/b", big)).toBeInstanceOf(Promise)
  for (let n = 0; n < 1_000; n++) await get(`/${n}`, big)
  expect(keep.bytes).toBeLessThanOrEqual(50_000)
  // Larger than everything that may be kept: sent, not kept.
  expect(await get("/huge", async () => fileOf("v0", 60_000))).not.toBeNull()
  expect(keep.bytes).toBeLessThanOrEqual(50_000)
})
