import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { LivePage } from "#domain/shown.ts"
import { describeFile, type StaticFile } from "../static/file.ts"
import { createKeep } from "./keep.ts"
import type { Rendered } from "./source.ts"

const page: LivePage = { shows: ["boards"] }
/** When the content was committed, in ms. */
let changes: number[]
/** How long a process takes to learn of a change, in ms, even if it asks. */
let newsMs: number
let keep: ReturnType<typeof createKeep>
let renderings: number
let renderMs: number

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] })
  changes = []
  newsMs = 0
  caughtUp = 0
  catchUpMs = 0
  renderings = 0
  renderMs = 30
  awaySince = undefined
  keep = createKeep({ versions, database })
})
afterEach(() => {
  vi.useRealTimers()
})

let caughtUp: number
let catchUpMs: number
const heard = () =>
  Math.max(caughtUp, changes.filter((committed) => committed + newsMs <= performance.now()).length)
const versions = {
  async catchUp() {
    const until = changes.length
    if (catchUpMs > 0) await sleep(catchUpMs)
    caughtUp = Math.max(caughtUp, until)
  },
  current: () => ({ counts: [heard()], time: 0 }),
  outdatedSince: (_page: LivePage, { counts: [shown = 0] }: { counts: readonly number[] }) =>
    shown < heard() ? changes[shown] : undefined,
}
/** When the database last responded; undefined while it responds. */
let awaySince: number | undefined
const database = { awaySince: () => awaySince, suspect() {} }
const change = () => changes.push(performance.now())
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function fileOf(text: string, size = 10): StaticFile {
  const identity = Buffer.from(text.padEnd(size))
  const about = { contentType: "text/html", cacheControl: "", page: true, text: true, headers: () => ({}) }
  return describeFile({ bodies: { identity }, ...about })
}
const textOf = (rendered: Rendered) => rendered?.variants.identity.body.toString().trim()

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A rendering that contains the number of changes known before it. */
const render = async () => {
  renderings++
  const text = `v${heard()}`
  await sleep(renderMs)
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

test("a hundred concurrent visitors cost one rendering, and so do all visitors before the next change", async () => {
  const all = Promise.all(Array.from({ length: 100 }, () => visit()))
  await pass(30)
  expect((await all).every(({ text }) => text === "v0")).toBe(true)
  await pass(60_000)
  expect(get()).not.toBeInstanceOf(Promise)
  expect(renderings).toBe(1)
})

test("the first visitor after a change waits for the rendering; others get the previous version", async () => {
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

test("a page outdated for more than a second is never shown, even if nobody visited in between", async () => {
  await visitAfter(30)
  await pass(5_000)
  change()
  await pass(950)
  const both = Promise.all([visit(), visit()])
  await pass(30)
  expect((await both).map(({ text }) => text)).toEqual(["v1", "v1"])
  expect(renderings).toBe(2)
})

/** Visitors every 10 ms and a change every 50 ms: the version that each visitor got. */
async function tenSecondsOfChanges() {
  const shown: { at: number; waitedMs: number; text: string | undefined }[] = []
  const visits: Promise<void>[] = []
  for (let ms = 0; ms < 10_000; ms += 10) {
    if (ms % 50 === 0) change()
    const came = performance.now()
    visits.push(
      visit().then(({ text, waitedMs }) => void shown.push({ at: came + waitedMs, waitedMs, text })),
    )
    await pass(10)
  }
  await pass(2_000)
  await Promise.all(visits)
  expect(shown).toHaveLength(1_000)
  return shown
}
/** The maximum age of the oldest change that was missing from a page, in ms. */
function oldestMissing(shown: readonly { at: number; text: string | undefined }[]): number {
  return Math.max(
    ...shown.map(({ at, text = "v0" }) => at - (changes[Number(text.slice(1))] ?? Number.POSITIVE_INFINITY)),
  )
}

/** The maximum time until a change was shown to somebody, in ms. */
function slowestChange(shown: readonly { at: number; text: string | undefined }[]): number {
  const until = changes.map((_, n) =>
    shown.reduce(
      (first, { at, text = "v0" }) => (Number(text.slice(1)) > n ? Math.min(first, at) : first),
      Number.POSITIVE_INFINITY,
    ),
  )
  return Math.max(...until.slice(0, -25).map((at, n) => at - (changes[n] ?? 0)))
}

test.each([
  { newsMs: 0, renderMs: 30 },
  { newsMs: 180, renderMs: 30 },
  { newsMs: 180, renderMs: 300 },
])(
  "each change is shown within a second: $newsMs ms to learn of it, $renderMs ms to render",
  async (given) => {
    newsMs = given.newsMs
    renderMs = given.renderMs
    catchUpMs = 5
    const shown = await tenSecondsOfChanges()
    expect(oldestMissing(shown)).toBeLessThan(1_000)
    expect(slowestChange(shown)).toBeLessThan(1_000)
    // Only visitors before the first rendering or first after a change waited, and only for one rendering.
    const waited = shown.filter(({ at, waitedMs }) => waitedMs > 0 && at > 5 + renderMs)
    expect(waited.length).toBeLessThan(renderings)
    expect(Math.max(...waited.map(({ waitedMs }) => waitedMs))).toBeLessThanOrEqual(5 + renderMs)
    // Once a second, from the start of one rendering to the end of the next.
    expect(renderings).toBeLessThanOrEqual(Math.ceil(10_000 / (925 - 5 - renderMs)) + 1)
    expect(renderings).toBeGreaterThanOrEqual(9)
  },
)

test("a page that takes longer than a second is waited for, and is rendered half of the time", async () => {
  renderMs = 1_200
  const shown = await tenSecondsOfChanges()
  expect(oldestMissing(shown)).toBeLessThan(1_500)
  expect(renderings).toBe(5)
})

test("a change during a rendering makes its result outdated immediately", async () => {
  const first = visit()
  await pass(10)
  change()
  await pass(20)
  expect((await first).text).toBe("v0")
  await pass(2_000)
  expect((await visitAfter(30)).text).toBe("v1")
})

test("a failed rendering fails for everybody who waits, and is retried for the next visitor", async () => {
  const fails = () => Promise.reject(new Error("no database"))
  const both = await Promise.allSettled([get("/a", fails), get("/a", fails)])
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"])
  expect((await visitAfter(30)).text).toBe("v0")
})

test("a page that has to be rendered individually is remembered as such", async () => {
  let asked = 0
  const missing = async () => {
    asked++
    return null
  }
  expect(await get("/missing", missing)).toBeNull()
  expect(get("/missing", missing)).toBeNull()
  expect(asked).toBe(1)
})

test("memory is bounded: the least recently used page is evicted", async () => {
  keep = createKeep({ versions, database, mostBytes: 50_000 })
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
  // Larger than the entire limit: sent, but not kept.
  expect(await get("/huge", async () => fileOf("v0", 60_000))).not.toBeNull()
  expect(keep.bytes).toBeLessThanOrEqual(50_000)
})

const isLate = () => Promise.reject(Object.assign(new Error("late"), { code: "deadline_exceeded" }))
const stuck = () => new Promise<Rendered>(() => {})

test("while the database is down, the kept page is shown with its age; then it is rendered again", async () => {
  await visitAfter(30)
  await pass(5_000)
  awaySince = performance.now()
  await pass(12_000)
  const current = await get()
  expect([textOf(current), performance.now() - (current?.asOf ?? 0)]).toEqual(["v0", 12_000])
  // The change arrived before the outage.
  changes.push(awaySince - 1_000)
  const outdated = get("/a", stuck)
  expect(outdated).not.toBeInstanceOf(Promise)
  expect(performance.now() - ((await outdated)?.asOf ?? 0)).toBe(13_000)
  awaySince = undefined
  const back = await visitAfter(30)
  expect(back.text).toBe("v1")
  expect((await get())?.asOf).toBeUndefined()
})

test("a visitor right after the database froze waits briefly, then gets the kept page", async () => {
  await visitAfter(30)
  await pass(5_000)
  change()
  await pass(1_000)
  const first = get("/a", stuck)
  await pass(2_500)
  expect(textOf(await first)).toBe("v0")
  expect((await first)?.asOf).toBe(changes[0])
})

test("if the database fails a rendering, the kept page is shown, or the error if there is none", async () => {
  await visitAfter(30)
  await pass(5_000)
  change()
  await pass(1_000)
  expect(textOf(await get("/a", isLate))).toBe("v0")
  await expect(get("/new", isLate)).rejects.toMatchObject({ code: "deadline_exceeded" })
})

test("a rendering ends at its own deadline, and the next visitor starts another", async () => {
  const first = Promise.allSettled([get("/a", stuck)])
  await pass(5_000)
  expect((await first)[0]).toMatchObject({ status: "rejected", reason: { code: "deadline_exceeded" } })
  expect((await visitAfter(30)).text).toBe("v0")
})

test("a page older than half a minute shows its time", async () => {
  const dated = async () => ({
    ...fileOf("v0"),
    withAsOf: async (at: Date) =>
      fileOf(`v0 as of ${Math.round((Date.now() - at.getTime()) / 1000)} s ago`, 30),
  })
  await get("/a", dated)
  awaySince = performance.now()
  await pass(29_000)
  expect(textOf(await get("/a", dated))).toBe("v0")
  await pass(1_000)
  expect(textOf(await get("/a", dated))).toBe("v0 as of 30 s ago")
  await pass(20_000)
  const later = await get("/a", dated)
  expect(textOf(later)).toBe("v0 as of 30 s ago")
  expect(performance.now() - (later?.asOf ?? 0)).toBe(50_000)
})
