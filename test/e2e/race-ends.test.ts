/**
 * The phases at the end of a season: the last hour, late uploads, the check, the winners; on home, board and account.
 */
import type { Browser, Page } from "@playwright/test"
import { firstSeries } from "#content/competitions.ts"
import { competitionDay, seasonOf } from "#domain/competition/calendar/period.ts"
import { cookieOf, type Person, signIn } from "./support/account.ts"
import { expectUsable } from "./support/axe.ts"
import { movedByItself, watchShifts, whatMoved } from "./support/layout-shift.ts"
import { test } from "./support/own-clock.ts"
import { callerOf } from "./support/own-members.ts"
import { expect } from "./support/test.ts"

const hourMs = 3_600_000
const [race] = firstSeries as unknown as [(typeof firstSeries)[0]]

/** A browser with the server's clock. */
async function visit(browser: Browser, baseURL: string | undefined, now: number) {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  await context.clock.install({ time: now })
  return context.newPage()
}

/** What a page says as the server sends it; the panel of each phase is the same on home and board. */
const sent = async (url: string) => (await fetch(url)).text()

/** A member's home arrives without a jump, on a phone and if wished on a desktop; leaves it open. */
async function expectSteadyHome(page: Page, about: string, widths = [390]): Promise<void> {
  await watchShifts(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto("/")
    await expect(page.getByRole("region", { name: "My race" })).toHaveAttribute("aria-busy", "false")
    await expect(page.locator("[data-live]").first()).toHaveAttribute("data-live", "live")
    const moved = await movedByItself(page)
    expect(moved, `${about}, ${width} pixels: ${await whatMoved(page)}`).toBeLessThan(0.01)
  }
}

test("the end of a race is shown to everybody: the last hour, late uploads, the check, the winners", async ({
  browser,
  baseURL,
  clock,
  catchUp,
  site,
}) => {
  const closes = seasonOf(race, competitionDay(new Date(clock.now()))).closesAt.getTime()
  await clock.set(new Date(closes - hourMs / 2))
  const { join, upload, renew } = callerOf({ ...site, now: () => clock.now() })
  const maya = await join("Maya First", "public")
  const jonas = await join("Jonas Schwarzenegger-Wolfeschlegelsteinhausen", "public")
  const nora = await join("Nora Newcomer", "public")
  await upload(maya, 20)
  await upload(maya, 32)
  await upload(jonas, 20)
  const member = async (person: Person) => {
    const page = await visit(browser, baseURL, clock.now())
    await signIn(page, person)
    return page
  }

  const stranger = await visit(browser, baseURL, clock.now())
  for (const path of ["/", "/leaderboard"])
    await expect.poll(() => sent(site.url + path), path).toMatch(/data-phase="last-hour"[^>]*>The last hour</)
  const headers = { cookie: await cookieOf(site.url, maya) }
  expect(await (await fetch(`${site.url}/account`, { headers })).text()).toContain('data-phase="last-hour"')

  await clock.set(new Date(closes + hourMs))
  await catchUp("late")
  await stranger.clock.setSystemTime(clock.now())
  await stranger.goto("/leaderboard")
  const over = stranger.locator("[data-ended=late]").first()
  await expect(over.getByRole("heading", { name: "The race is over" })).toBeVisible()
  await expect(over.getByRole("listitem").first()).toContainText("1st Maya First")
  await expect(stranger.getByText("The board is empty")).toHaveCount(0)
  await expectUsable(stranger)
  expect(await sent(site.url)).toContain('data-ended="late"')
  await stranger.locator("[data-ended=late]").getByRole("link", { name: "See the Standings" }).click()
  await expect(stranger.getByRole("heading", { name: /^The standings so far/ })).toBeVisible()
  await expect(stranger.locator("#board [data-row]")).toHaveCount(2)
  const late = await member(jonas)
  await expectSteadyHome(late, "late uploads")
  await expect(late.locator("[data-own-ended=late]")).toContainText(
    "You are 2nd of 2 as the two-week race closes",
  )
  await late.context().close()

  await clock.set(new Date(closes + 13 * hourMs))
  await catchUp("freeze")
  for (const path of ["/", "/leaderboard/two-weeks"]) {
    await expect.poll(() => sent(site.url + path), path).toContain("We are checking the winners")
    expect(await sent(site.url + path)).not.toContain("No season has closed yet")
  }
  const checked = await member(jonas)
  await expectSteadyHome(checked, "the check")
  const account = await (await checked.request.get("/account")).text()
  expect(account).toMatch(/data-own-ended="checking"[\s\S]*You finished 2nd of 2/)
  await checked.context().close()

  await clock.set(new Date(closes + (13 + 73) * hourMs))
  await catchUp("award")
  await stranger.clock.setSystemTime(clock.now())
  await stranger.goto("/")
  const winners = stranger.locator("[data-ended=awarded]").first()
  await expect(winners.getByRole("listitem").first()).toContainText("1st Maya First")
  await expect(winners).toContainText(race.prizes[0]?.title ?? "")
  await expectUsable(stranger)
  expect(await sent(`${site.url}/leaderboard`)).toContain('data-ended="awarded"')
  // She has points in the next race by now.
  await upload(await renew(maya), 20)
  const winner = await member(maya)
  await expectSteadyHome(winner, "a winner", [1440, 390])
  const own = winner.getByRole("region", { name: "My race" })
  await expect(own.getByRole("heading", { name: "You won the two-week race" })).toBeVisible()
  await expect(winner.getByRole("main").getByRole("link", { name: "Join the Competition" })).toBeHidden()
  await expectUsable(winner)
  await own.getByRole("link", { name: "Claim My Prize" }).click()
  await expect(winner).toHaveURL("/account/prizes")
  const prize = winner.getByRole("region", { name: "You won a prize" })
  await expect(prize.getByRole("heading", { name: race.prizes[0]?.title ?? "" })).toBeInViewport()
  await winner.context().close()
  const newcomer = await member(nora)
  await expectSteadyHome(newcomer, "a newcomer")
  await newcomer.context().close()

  // Names of any length stay whole in the final table on a phone.
  await stranger.setViewportSize({ width: 390, height: 844 })
  await stranger.goto("/leaderboard/seasons")
  await stranger.locator("main ol h2 a").first().click()
  const names = stranger.locator("table tbody a")
  await expect(names).toHaveText(["Maya First", "Jonas Schwarzenegger-Wolfeschlegelsteinhausen"])
  for (const name of await names.all())
    expect(
      await name.evaluate((link) => {
        const { left, right } = link.getBoundingClientRect()
        return link.scrollWidth <= link.clientWidth + 1 && left >= 0 && right <= innerWidth
      }),
    ).toBe(true)
  await stranger.context().close()
})
