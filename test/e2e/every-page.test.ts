/**
 * One page of each kind hydrates without errors, fits every window, and is accessible: axe finds nothing in light or dark
 * mode, Tab reaches every visible control, and with text that is spaced or twice as large it fits a phone, with all
 * sections expanded. Other articles, athletes and documents run the same code with other text, so they are only asked
 * whether that text fits. The contents of pages are tested in pages.test.ts.
 */
import type { Page } from "@playwright/test"
import { documents } from "#content/documents.ts"
import { comeAlive } from "./support/alive.ts"
import { expectUsable } from "./support/axe.ts"
import { kindsOfPages, paths } from "./support/paths.ts"
import { tabThrough } from "./support/tab-walk.ts"
import { expect } from "./support/test.ts"
import { beyond } from "./support/text-settings.ts"
import { test } from "./support/worker.ts"

// Colors depend on the theme and content on the width, so two checks cover all four combinations.
const looks: Partial<Record<number, "light" | "dark">> = { 390: "dark", 1440: "light" }

/** Visited for their text; their controls are those of other pages. */
const others = [
  ...["/join", "/leaderboard/seasons", "/newsletter/issues", "/embed/boards/last-14-days", "/developers"],
  ...["/official-rules", "/privacy"],
]
/** Checked by axe and Tab as well: one page of each kind, and a form that is in no table of pages. */
const kinds = [...kindsOfPages, "/report"]
const visited = new Set([...kinds, ...others])

for (const path of visited) {
  const isKind = kinds.includes(path)
  test(`${path} hydrates and fits every window${isKind ? "; axe and Tab" : ""}`, async ({ round }) => {
    const { page, problems } = round
    problems.forget()
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" })
    await page.goto(path, { waitUntil: "load" })
    // React has hydrated the document: it would have reported errors by now.
    await comeAlive(page)
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `pixels beyond ${width}`).toBeLessThanOrEqual(0)
      expect(await timersBeyond(page), `pixels of a countdown beyond ${width}`).toEqual([])
      const colorScheme = isKind ? looks[width] : undefined
      if (colorScheme) {
        await page.emulateMedia({ colorScheme })
        await expectUsable(page)
      }
    }
    if (isKind) {
      await page.setViewportSize({ width: 1280, height: 720 })
      // The buttons of forms that are sent by script are disabled until it has loaded, and so is the units switch.
      await expect(page.locator("main button[type=submit]:disabled, footer button:disabled")).toHaveCount(0)
      const { expected, reached } = await tabThrough(page)
      expect(
        reached.map(({ html }) => html),
        "reached by Tab",
      ).toEqual(expected)
      expect(
        reached.filter(({ seen }) => !seen),
        "out of sight",
      ).toEqual([])
      expect(
        reached.filter(({ ring }) => !ring),
        "without a ring",
      ).toEqual([])
    }
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await beyond(page), "with spaced or enlarged text").toEqual([])
    expect(problems.unexpected(), "problems in the browser").toEqual([])
  })
}

/** How far the time left until a race closes, which has one line, reaches beyond its place. */
function timersBeyond(page: Page): Promise<number[]> {
  return page.getByRole("timer").evaluateAll((all) =>
    all.flatMap((timer) => {
      const line = timer.parentElement as HTMLElement
      const beyond = line.scrollWidth - (line.parentElement as HTMLElement).clientWidth
      return beyond > 0 ? [beyond] : []
    }),
  )
}

test("the text of every other article, athlete and document fits the narrowest phone", async ({
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: process.env.SITE_ADDRESS ?? "",
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
  })
  const page = await context.newPage()
  const rest = [...paths, ...documents.map(({ slug }) => `/${slug}`)].filter((path) => !visited.has(path))
  expect(rest.length).toBeGreaterThan(20)
  const wide: string[] = []
  for (const path of rest) {
    expect((await page.goto(path))?.status(), path).toBe(200)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (overflow > 0) wide.push(`${path}: ${overflow} pixels`)
  }
  expect(wide).toEqual([])
  await context.close()
})
