/** A member's own year: reached from home and account, streak, calendar, milestones, and what makes a week count; all of it without scripts, too. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { signIn } from "./support/account.ts"
import { expectUsable } from "./support/axe.ts"
import { callerOf } from "./support/own-members.ts"
import { test } from "./support/own-site.ts"
import { ownEnvironment, root } from "./support/program.ts"
import { expect } from "./support/test.ts"
import { signOutEverywhere, withoutScripts } from "./support/without-scripts.ts"

test.use({ shared: true })

test("a member sees weeks, days and milestones in one answer, chooses what a week needs, and declares a break", async ({
  page,
  site,
}) => {
  const { join, upload } = callerOf(site)
  const maya = await join("Maya Own", "public")
  await signIn(page, maya)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/account/year")
  await expect(page.getByText("3 active days in a week start a streak", { exact: true })).toBeVisible()
  await expect(page.getByRole("table")).toHaveCount(0)
  await expect(page.getByRole("main").getByRole("link", { name: "Add a Workout" })).toBeVisible()

  await upload(maya, 60)
  await promisify(execFile)(
    process.execPath,
    ["test/e2e/support/seed-year.ts", maya.slug, "3 4 3 3 5 3 0 break 4"],
    { cwd: root, env: { ...ownEnvironment(), DATA_DIR: site.data } },
  )
  await page.goto("/")
  await page.getByRole("region", { name: "My race" }).getByRole("link", { name: "Your Year" }).click()
  await expect(page).toHaveURL("/account/year")
  const asked: string[] = []
  page.on("request", (request) => asked.push(request.url()))
  await page.reload()
  const streak = page.getByRole("region", { name: "Streak" })
  await expect(streak.getByText("A streak of 7 weeks")).toBeVisible()
  await expect(streak.getByText("3 active days make this week count.")).toBeVisible()
  await expect(streak.getByText("5 more weeks save a rest week.")).toBeVisible()
  expect(asked.filter((url) => /\/functions\/|\/rest\/|year\.data/.test(url))).toEqual([])
  // Nobody else gets any of it.
  expect(await (await fetch(`${site.url}/account/year`)).text()).not.toContain("A streak of")
  const calendar = page.getByRole("region", { name: /^Calendar of/ })
  // Nine weeks before today can lie in two years.
  const marks = calendar.getByRole("rowheader")
  const seen = await marks.allTextContents()
  const other = calendar.getByRole("link", { name: /^Show \d{4}$/ })
  const turn = async () => {
    const year = (await other.innerText()).replace("Show ", "")
    await other.click()
    await expect(calendar.getByRole("heading", { name: `Calendar of ${year}` })).toBeVisible()
  }
  if ((await other.count()) > 0) {
    await turn()
    seen.push(...(await marks.allTextContents()))
    await turn()
  }
  const times = (what: RegExp) => seen.filter((mark) => what.test(mark)).length
  expect(times(/, week \d of a streak/)).toBe(7)
  expect(times(/, a rest week/)).toBe(1)
  expect(times(/, a break/)).toBe(1)
  expect(times(/, 0 of 3 active days so far/)).toBe(1)
  await expect(calendar.getByRole("cell", { name: /: \d+ points, Run$/ }).first()).toBeVisible()
  await calendar.locator("summary").first().click()
  await expect(calendar.getByRole("listitem").filter({ hasText: "Run" }).first()).toBeVisible()
  const milestones = page.getByRole("region", { name: "Milestones" })
  await expect(milestones.getByRole("listitem").filter({ hasText: "10 active days" })).toContainText(
    /\d points: \w/,
  )
  await expectUsable(page)

  await page.getByRole("combobox", { name: "Active days a week" }).selectOption("4")
  await page.getByRole("button", { name: "Save" }).click()
  await expect(page.getByText("Saved, from next Monday on.")).toBeVisible()
  await expect(streak.getByText("3 active days make this week count.")).toBeVisible()
  const breaks = page.getByRole("region", { name: "Breaks" })
  await breaks.getByRole("button", { name: "Declare This Week" }).click()
  await expect(breaks.getByRole("listitem")).toHaveCount(1)
  await breaks.getByRole("button", { name: /^Withdraw the break of/ }).click()
  await expect(breaks.getByRole("listitem")).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole("combobox", { name: "Active days a week" })).toHaveValue("4")

  // Changed on another page meanwhile, and seen on coming back to this one.
  const elsewhere = await page.context().newPage()
  await elsewhere.goto("/account/year")
  await elsewhere.getByRole("button", { name: "Declare This Week" }).click()
  await expect(elsewhere.getByRole("button", { name: /^Withdraw the break of/ })).toBeVisible()
  await elsewhere.close()
  await page.bringToFront()
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
  await expect(breaks.getByRole("listitem")).toHaveCount(1)

  await page.goto("/account")
  await page.getByRole("region", { name: "My points" }).getByRole("link", { name: "See Your Year" }).click()
  await expect(page).toHaveURL("/account/year")
})

test("without scripts a year is chosen, weeks are changed, and a lost session keeps what was chosen", async ({
  page,
  site,
  browser,
  baseURL,
}) => {
  const { join, upload } = callerOf(site)
  const ned = await join("Ned Noscript", "public")
  await upload(ned, 60)
  await promisify(execFile)(
    process.execPath,
    // Sixty weeks reach into another year, whatever day it is.
    ["test/e2e/support/seed-year.ts", ned.slug, `3 ${"0 ".repeat(58)}3`],
    { cwd: root, env: { ...ownEnvironment(), DATA_DIR: site.data } },
  )
  await signIn(page, ned)
  await page.goto("/account/year")
  await expect(page.getByRole("region", { name: "Streak" }).getByText("A streak of 1 week")).toBeVisible()

  const plain = await withoutScripts(browser, page, baseURL)
  const opened = await plain.goto("/account/year")
  expect(opened?.headers()["cache-control"]).toBe("private, no-store")
  const calendar = plain.getByRole("region", { name: /^Calendar of/ })
  const other = calendar.getByRole("link", { name: /^Show \d{4}$/ }).last()
  const year = (await other.innerText()).replace(/\D/g, "")
  await other.click()
  await expect(calendar.getByRole("heading", { name: `Calendar of ${year}` })).toBeVisible()

  const days = plain.getByRole("combobox", { name: "Active days a week" })
  await days.selectOption("5")
  await plain.getByRole("button", { name: "Save" }).click()
  await expect(plain.getByText("Saved, from next Monday on.")).toBeVisible()
  await expect(days).toHaveValue("5")
  await expect(calendar.getByRole("heading", { name: `Calendar of ${year}` })).toBeVisible()

  const breaks = plain.getByRole("region", { name: "Breaks" })
  const week = breaks.getByRole("combobox", { name: "Week" })
  const declare = breaks.getByRole("button", { name: "Declare This Week" })
  const weeks = await week.locator("option").evaluateAll((all) => all.map((one) => one.getAttribute("value")))
  // Five weeks of one year, away from its ends.
  const inside = weeks.flatMap((one) => (one && !/-(?:01|12)-/.test(one) ? [one] : []))
  const five = [inside[0], inside.at(-1)]
    .map((one) => inside.filter((other) => other.slice(0, 4) === one?.slice(0, 4)).slice(0, 5))
    .find(({ length }) => length === 5)
  const [first = "", second = "", third = "", fourth = "", fifth = ""] = five ?? []
  await week.selectOption(first)
  await declare.click()
  await expect(breaks.getByRole("listitem")).toHaveCount(1)
  await breaks.getByRole("button", { name: /^Withdraw the break of/ }).click()
  await expect(breaks.getByRole("listitem")).toHaveCount(0)
  for (const [before, one] of [first, second, third].entries()) {
    await week.selectOption(one)
    await declare.click()
    await expect(breaks.getByRole("listitem")).toHaveCount(before + 1)
  }

  // A page that was left open while the fourth week was declared elsewhere.
  const late = await plain.context().newPage()
  await late.goto("/account/year")
  await week.selectOption(fourth)
  await declare.click()
  await expect(breaks.getByRole("listitem")).toHaveCount(4)
  const [lateWeek, lateDeclare] = [
    late.getByRole("combobox", { name: "Week", exact: true }),
    late.getByRole("button", { name: "Declare This Week" }),
  ]
  await lateWeek.selectOption(fifth)
  await lateDeclare.click()
  await expect(late.getByRole("alert")).toHaveText("You can take up to 4 weeks of break a year.")
  await expect(lateWeek).toHaveValue(fifth)

  // Signed out on another device while this one chooses.
  await days.selectOption("2")
  await signOutEverywhere(page)
  await plain.getByRole("button", { name: "Save" }).click()
  await expect(plain.getByRole("alert")).toContainText("You were signed out, so nothing was saved.")
  await expect(days).toHaveValue("2")
  await lateWeek.selectOption(fifth)
  await lateDeclare.click()
  await expect(late.getByRole("alert")).toContainText("You were signed out, so nothing was saved.")
  await expect(lateWeek).toHaveValue(fifth)
  await plain.goto("/account/year")
  await expect(days).toHaveCount(0)
  await plain.context().close()
})

test("a choice is kept while the connection is lost", async ({ page, site, problems }) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  const olga = await callerOf(site).join("Olga Offline", "public")
  await signIn(page, olga)
  await page.goto("/account/year")
  const days = page.getByRole("combobox", { name: "Active days a week" })
  await days.selectOption("5")
  await page.context().setOffline(true)
  await page.getByRole("button", { name: "Save" }).click()
  await expect(page.getByRole("alert")).toContainText("We cannot reach the site.")
  await expect(days).toHaveValue("5")
  await page.context().setOffline(false)
  await page.getByRole("button", { name: "Save" }).click()
  await expect(page.getByText("Saved, from next Monday on.")).toBeVisible()
})
