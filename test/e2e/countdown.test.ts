/**
 * The time left until a season closes has one line at every length: 31 days down to the last day. Other pages with a
 * countdown are asked whether the one of today fits in every-page.test.ts.
 */
import { comeAlive } from "./support/alive.ts"
import { expect, test } from "./support/test.ts"

const dayMs = 86_400_000

test("a countdown of any length fits its place on the board", async ({ page }) => {
  await page.clock.install()
  await page.goto("/leaderboard")
  await comeAlive(page)
  const timer = page.getByRole("timer").first()
  await expect(timer).toBeVisible()
  const closing = page.locator("p:has([role=timer]) time").first()
  const closesAt = Date.parse((await closing.getAttribute("datetime")) ?? "")
  for (const [left, says] of [
    [31 * dayMs - 1_000, "30d 23h 59m 59s"],
    [10 * dayMs - 1_000, "9d 23h 59m 59s"],
    [dayMs - 1_000, "23h 59m 59s"],
  ] as const) {
    await page.clock.setFixedTime(closesAt - left)
    await page.clock.runFor(1_000)
    await expect(timer).toHaveText(says)
    for (const width of [320, 390, 640, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      const beyond = await timer.evaluate((element) => {
        const line = element.parentElement as HTMLElement
        return line.scrollWidth - (line.parentElement as HTMLElement).clientWidth
      })
      expect(beyond, `${says}, pixels beyond at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})
