/** A screen in a clubhouse: its pages, a lost network, and hours without anybody near it. */
import type { Page } from "@playwright/test"
import { expect, test } from "./support/test.ts"

const rows = (page: Page) => page.locator("#rows li:not(.none)")

test("a race fills a screen page by page, keeps its last state without a network, and goes on", async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|network/i)
  await page.clock.install()
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto("/screen/month")
  await expect(page.locator("#state")).toHaveText(/Live$/)
  await expect(rows(page)).toHaveCount(8)
  await expect(page.locator("#shown")).toHaveText(/^1–8 of \d+$/)
  // Five percent of the height, which is read at ten meters on a television.
  for (const part of [".rank", ".name", ".points"]) {
    const size = await rows(page)
      .first()
      .locator(part)
      .evaluate((one) => getComputedStyle(one).fontSize)
    expect(Number.parseFloat(size)).toBeGreaterThan(1080 * 0.06)
  }
  const first = await page.locator(".name").first().innerText()
  await page.clock.runFor(20_000)
  await expect(page.locator("#shown")).toHaveText(/^9–\d+ of \d+$/)
  expect(await page.locator(".name").first().innerText()).not.toBe(first)

  await context.setOffline(true)
  await expect(page.locator("#state")).toHaveText(/Last updated \d+:\d\d [AP]M$/)
  await page.clock.runFor(24_000)
  await expect(page.locator("#shown")).toHaveText(/^9–\d+ of \d+$/)
  await context.setOffline(false)
  await page.clock.runFor(20_000)
  await expect(page.locator("#state")).toHaveText(/Live$/)

  for (const [width, height] of [
    [3840, 2160],
    [1280, 720],
    [1080, 1920],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(page.locator("#shown")).toHaveText(/of/)
    const beyond = await page.evaluate(() => {
      const lines = [...document.querySelectorAll("#rows li:not(.none)")]
      const list = document.querySelector("#rows")?.getBoundingClientRect().bottom ?? 0
      return [
        document.documentElement.scrollWidth - innerWidth,
        lines.filter((line) => line.getBoundingClientRect().bottom > list + 1).length,
        [...document.querySelectorAll("small:not(:empty)")].filter(
          (note) => note.scrollWidth > note.clientWidth + 1,
        ).length,
      ]
    })
    expect(beyond, `${width} × ${height}: pixels, rows and notes that are cut`).toEqual([0, 0, 0])
  }
})

declare global {
  interface Window {
    say(type: string, data: object): void
    streams: number
  }
}

/**
 * The clock is the test's and the stream is a stand-in, so hours take seconds. What is measured is what stays behind: objects,
 * elements and listeners after a collection.
 */
test("four hours with a thousand changes and a stream that is opened again each hour leaves nothing behind", async ({
  page,
}) => {
  await page.clock.install()
  await page.addInitScript(() => {
    const updatedAt = "2020-01-01T00:00:00.000Z"
    let last: EventSource | undefined
    window.streams = 0
    class StandIn extends EventTarget {
      onopen?: () => void
      onerror?: () => void
      readyState = 1
      constructor() {
        super()
        window.streams++
        last = this as unknown as EventSource
        setTimeout(() => {
          this.onopen?.()
          window.say("reset", { rows: [], total: 0, updatedAt, state: "0", demo: false })
        })
      }
      close() {
        this.readyState = 2
      }
    }
    // On the test's clock a request would be too late before its answer can come.
    AbortSignal.timeout = () => new AbortController().signal
    Object.assign(window, { EventSource: Object.assign(StandIn, { CLOSED: 2 }) })
    window.say = (type, data) =>
      void last?.dispatchEvent(new MessageEvent(type, { data: JSON.stringify({ board: "b", ...data }) }))
  })
  await page.goto("/screen/month")
  const client = await page.context().newCDPSession(page)
  const row = (nr: number, points: number) => ({
    ...{
      rank: nr,
      move: 0,
      athlete: `a-${nr}`,
      name: `Athlete ${nr}`,
      photo: null,
      figure: "run.bun.2.4.1",
      points,
    },
    ...{ activeDays: 1, activeOn: [], mine: false, sample: false, credits: ["Polar"], key: String(nr) },
  })
  const everybody = Array.from({ length: 50 }, (_, nr) => row(nr + 1, 1000 - nr))
  let told = 0
  const tell = (times: number) =>
    page
      .evaluate(
        ([all, from, count]) => {
          window.say("reset", { rows: all, total: 50, updatedAt: null, state: String(from), demo: false })
          for (let nr = 0; nr < count; nr++) {
            const [rows, state] = [[{ ...all[nr % 50], points: from + nr }], String(from + nr + 1)]
            const moved = { gone: [], rows, moved: [], total: 50, updatedAt: "2020-01-01T00:00:00.000Z" }
            window.say("difference", { ...moved, from: String(from + nr), state })
          }
        },
        [everybody, told, times] as const,
      )
      .then(() => {
        told += times
      })
  const hour = async () => {
    const opened = await page.evaluate(() => window.streams)
    await page.clock.runFor(3_600_000)
    await expect.poll(() => page.evaluate(() => window.streams), { intervals: [20] }).toBeGreaterThan(opened)
    await tell(210)
  }
  const left = async () => {
    await client.send("HeapProfiler.collectGarbage")
    const { usedSize } = (await client.send("Runtime.getHeapUsage")) as { usedSize: number }
    const { nodes, jsEventListeners } = await client.send("Memory.getDOMCounters")
    return { usedSize, nodes, jsEventListeners }
  }
  for (let hours = 0; hours < 2; hours++) await hour()
  const before = await left()
  const streams = await page.evaluate(() => window.streams)
  for (let hours = 0; hours < 4; hours++) await hour()
  let after = await left()
  // What was replaced last may still wait for a frame of the test's clock.
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000)
      after = await left()
      return after.nodes - before.nodes
    })
    .toBeLessThan(60)
  expect(told).toBeGreaterThan(1_000)
  expect(await page.evaluate(() => window.streams)).toBeGreaterThanOrEqual(streams + 4)
  expect(after.jsEventListeners - before.jsEventListeners).toBeLessThan(4)
  expect(after.usedSize - before.usedSize, JSON.stringify([before, after])).toBeLessThan(150_000)
})
