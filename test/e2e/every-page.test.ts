/**
 * Every address of the specification, visited once: it comes alive without a complaint and fits every window. Of each kind of
 * page, everyone can use it: axe finds nothing in light or dark, and Tab reaches everything in sight. What a page says is
 * in pages.test.ts.
 */
import { comeAlive } from "./support/alive.ts"
import { expectUsable } from "./support/axe.ts"
import { kindsOfPages, paths } from "./support/paths.ts"
import { test } from "./support/round.ts"
import { tabThrough } from "./support/tab-walk.ts"
import { expect } from "./support/test.ts"

// Colors depend on the theme and what is there on the width, so two looks see all four.
const looks: Partial<Record<number, "light" | "dark">> = { 390: "dark", 1440: "light" }

for (const path of paths) {
  const isKind = kindsOfPages.includes(path)
  test(`${path} comes alive and fits every window${isKind ? "; axe and Tab" : ""}`, async ({ round }) => {
    const { page, problems } = round
    problems.forget()
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" })
    await page.goto(path, { waitUntil: "load" })
    // React has taken the document over: from here on it would have complained.
    await comeAlive(page)
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `pixels beyond ${width}`).toBeLessThanOrEqual(0)
      const colorScheme = isKind ? looks[width] : undefined
      if (colorScheme) {
        await page.emulateMedia({ colorScheme })
        await expectUsable(page)
      }
    }
    if (isKind) {
      await page.setViewportSize({ width: 1280, height: 720 })
      // Forms that a script sends wait for it with their button, and so does the switch of units.
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
    expect(problems.unexpected(), "problems in the browser").toEqual([])
  })
}
