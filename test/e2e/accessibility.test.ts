/** Everyone can use every kind of page: axe finds nothing in light or dark, and Tab reaches everything in sight. */
import { axe } from "./support/axe.ts"
import { kindsOfPages } from "./support/paths.ts"
import { test } from "./support/round.ts"
import { expect } from "./support/test.ts"

const looks = [
  ["light", 1440],
  ["dark", 390],
] as const

for (const path of kindsOfPages) {
  test(`axe finds nothing on ${path}`, async ({ round }) => {
    test.slow()
    const { page } = round
    await page.emulateMedia({ reducedMotion: "reduce" })
    await page.goto(path)
    // Colors depend on the theme and what is there on the width, so two looks see all four.
    for (const [colorScheme, width] of looks) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      const { violations } = await axe(page).analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(", ")}`)
      expect(found, `${colorScheme} at ${width}`).toEqual([])
    }
  })

  test(`Tab walks through ${path}`, async ({ round }) => {
    const { page } = round
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" })
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto(path)
    // Forms that a script sends wait for it with their button, and so does the switch of units.
    await expect(page.locator("main button[type=submit]:disabled, footer button:disabled")).toHaveCount(0)
    const expected = await page.evaluate(() => {
      const selector = "a[href], button, input, select, textarea, summary, [tabindex='0']"
      return [...document.querySelectorAll<HTMLElement>(selector)]
        .filter(
          (element) =>
            element.tabIndex >= 0 &&
            !element.matches(":disabled") &&
            element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }),
        )
        .map((element) => element.outerHTML.replace(/<svg.*/s, "").slice(0, 160))
    })
    const reached: string[] = []
    for (let step = 0; step < expected.length + 5; step++) {
      await page.keyboard.press("Tab")
      const focus = await page.evaluate(() => {
        const element = document.activeElement
        if (!element || element === document.body) return null
        const box = element.getBoundingClientRect()
        const seen = box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        const ring = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2
        return { seen, ring, html: element.outerHTML.replace(/<svg.*/s, "").slice(0, 160) }
      })
      // Behind the last one comes the browser itself, or the first once more.
      if (!focus || (reached.length === expected.length && focus.html === expected[0])) break
      reached.push(focus.html)
      expect(focus.seen, `in sight: ${focus.html}`).toBe(true)
      expect(focus.ring, `has a ring: ${focus.html}`).toBe(true)
    }
    expect(reached).toEqual(expected)
  })
}
