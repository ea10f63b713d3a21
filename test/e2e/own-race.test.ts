/**
 * A member's home page: the cached page shared by everybody, and one small request for the personal part, without a
 * layout shift.
 */
import { signIn } from "./support/account.ts"
import { expectUsable } from "./support/axe.ts"
import { callerOf } from "./support/own-members.ts"
import { test } from "./support/own-site.ts"
import { expect } from "./support/test.ts"

test("a member's home shows their place, the session that passes the next athlete, and neighbors in one fetch without a layout shift, and no link to join", async ({
  page,
  site,
}) => {
  const { join, upload } = callerOf(site)
  const [maya, jonas, leo] = await Promise.all([
    join("Maya Ahead", "public"),
    join("Jonas Own", "public"),
    join("Leo Hidden", "members"),
  ])
  await upload(maya, 60)
  await upload(maya, 90)
  await upload(jonas, 60)
  await upload(leo, 30)
  await signIn(page, jonas)
  await page.setViewportSize({ width: 390, height: 844 })
  const asked: string[] = []
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route("**/boards/mine", async (route) => {
    asked.push(route.request().url())
    await held
    await route.continue()
  })
  await page.goto("/")
  const own = page.getByRole("region", { name: "My race" })
  // Asked again when the board moves meanwhile.
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await expect(own).toHaveAttribute("aria-busy", "true")
  const places = () =>
    page.evaluate(() => [
      document.querySelector("[data-own-race]")?.getBoundingClientRect().height,
      document.querySelector("#race")?.getBoundingClientRect().top,
    ])
  const before = await places()
  answer()
  await expect(own.getByRole("heading", { name: "You are 2nd of 3" })).toBeVisible()
  await expect(own.getByText(/^One \d+-minute run passes Maya Ahead\.$/)).toBeVisible()
  await expect(own.getByText(/^\d+ points behind Maya Ahead$/)).toBeVisible()
  await expect(own.getByRole("listitem")).toContainText(["Maya Ahead", "Jonas Own", "Leo Hidden"])
  expect(await places()).toEqual(before)
  // The rows of the race start within the first screen.
  expect((await own.getByRole("listitem").first().boundingBox())?.y).toBeLessThan(844)
  const { top } = await page.locator("#race").evaluate((heading) => heading.getBoundingClientRect())
  expect(top).toBeLessThan(844)
  const joining = page
    .getByRole("main")
    .getByRole("link", { name: /^(Join|Create Your Account|Get Started)/ })
  for (const link of await joining.all()) await expect(link).toBeHidden()
  await expect(page.getByRole("navigation", { name: "Main" }).getByText("Join Community")).toBeHidden()
  // Visitors get the same page as before.
  const kept = await (await fetch(site.url)).text()
  expect(kept).not.toContain("You are 2nd")
  await expect(own.getByRole("link", { name: "Your Year" })).toHaveAttribute("href", "/account/year")
  await expectUsable(page)
  expect(kept).not.toContain("Leo Hidden")

  await page.goto("/leaderboard")
  const mine = page.getByRole("region", { name: "You are 2nd of 3" })
  await expect(mine.getByText(/run passes Maya Ahead\.$/)).toBeVisible()
  expect((await mine.boundingBox())?.y).toBeLessThan(844)
  await page.getByRole("button", { name: "Menu" }).click()
  await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Add a Workout" }).click()
  await expect(page).toHaveURL("/account#import")
  await expect(page.locator("#import")).toBeInViewport()
  const year = page.getByRole("region", { name: "My points" }).getByRole("link", { name: "See Your Year" })
  await expect(year).toHaveAttribute("href", "/account/year")
  const races = page.getByRole("region", { name: "My races" })
  await expect(races.getByRole("button", { name: /^Two-week race/ })).toHaveAttribute("aria-pressed", "true")
  await expect(races.getByText("Recent training, no prize")).toBeVisible()
  await expect(races.getByText(/^To win: Winner’s bundle/)).toBeVisible()
})
