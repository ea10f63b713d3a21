/** The time left until a season closes has one line at every length, in every window: 31 days down to the last second. */
import { comeAlive } from "./support/alive.ts"
import { expect, test } from "./support/test.ts"

const dayMs = 86_400_000

for (const path of ["/", "/leaderboard", "/join"])
  test(`${path}: a countdown of any length fits`, async ({ page }) => {
    await page.clock.install()
    await page.goto(path)
    await comeAlive(page)
    const timers = page.getByRole("timer")
    await expect(timers.first()).toBeVisible()
    const closings = await page
      .locator("p:has([role=timer]) time")
      .evaluateAll((all) => all.map((time) => Date.parse((time as HTMLTimeElement).dateTime)))
    expect(closings.length).toBeGreaterThan(0)
    for (const closesAt of closings)
      for (const [left, says] of [
        [31 * dayMs - 1_000, "30d 23h 59m 59s"],
        [14 * dayMs - 1_000, "13d 23h 59m 59s"],
        [dayMs - 1_000, "23h 59m 59s"],
      ] as const) {
        await page.clock.setFixedTime(closesAt - left)
        await page.clock.runFor(1_000)
        await expect(timers.filter({ hasText: new RegExp(`^${says}$`) }).first()).toBeVisible()
        for (const width of [320, 360, 390, 640, 768, 1024, 1280, 1440]) {
          await page.setViewportSize({ width, height: 900 })
          const lines = await timers.evaluateAll((all) =>
            all.map((timer) => {
              const line = timer.parentElement as HTMLElement
              const place = line.parentElement as HTMLElement
              return line.scrollWidth - place.clientWidth
            }),
          )
          for (const beyond of lines)
            expect(beyond, `${says}, pixels beyond at ${width}`).toBeLessThanOrEqual(0)
        }
      }
  })
