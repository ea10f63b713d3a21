/** What a member and an operator do about a verdict: an objection with its reply. */
import { signIn } from "./support/account.ts"
import { expectUsable } from "./support/axe.ts"
import { callerOf } from "./support/own-members.ts"
import { test } from "./support/own-site.ts"
import { sampleRun } from "./support/sample-run.ts"
import { addStaff, enterConsole } from "./support/staff.ts"
import { expect } from "./support/test.ts"

test.use({ shared: true })

test("a member objects to a review, an operator replies in their favor, and the activity counts", async ({
  page,
  browser,
  baseURL,
  site,
  mail,
}) => {
  const { join, send } = callerOf(site)
  const member = await join("Olga Objects", "public")
  await send(member, "fast.gpx", Buffer.from(sampleRun(1, new Date(Date.now() - 45 * 60_000))))
  await signIn(page, member)
  await page.setViewportSize({ width: 390, height: 844 })
  const activities = page.getByRole("region", { name: "My activities" })
  // The recording is read by a job, and the open page shows it.
  await page.goto("/account")
  await expect(activities.getByText("In review", { exact: true })).toBeVisible()
  // A review is not shown as a step for the member.
  const steps = page.getByRole("region", { name: "Three steps to get on the board" })
  await expect(steps.getByText("a person takes a look first")).toBeVisible()
  await expect(steps.locator("[aria-current=step]")).toHaveCount(0)
  await activities.getByRole("link", { name: "This is wrong" }).click()
  const activity = page.getByRole("main")
  await expect(activity.getByRole("img", { name: /recorded route/ })).toBeVisible()
  await expectUsable(page)
  await activity.getByLabel("What should we know?").fill("It was downhill, with a strong wind.")
  await activity.getByRole("button", { name: "Send", exact: true }).click()
  await expect(activity.getByText("It was downhill, with a strong wind.")).toBeVisible()
  await expect(activity.getByText(/^Someone will read it and reply here and by email\./)).toBeVisible()
  await expect(activity.getByLabel("What should we know?")).toBeHidden()

  const staff = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage()
  await enterConsole(staff, await addStaff(site, "helper"), site.url, "/review?view=appeals")
  await staff.getByRole("main").getByRole("link", { name: "Olga Objects" }).click()
  const objection = staff.getByRole("region", { name: "The athlete objects" })
  await expect(objection.getByText("It was downhill, with a strong wind.")).toBeVisible()
  await objection.getByLabel(/^Your reply/).fill("We looked at the wind, and you are right.")
  await objection.getByRole("button", { name: "Count it in full" }).click()
  await expect(staff.getByRole("status")).toHaveText("Replied. The athlete gets an email.")
  await staff.context().close()

  expect((await mail({ to: member.email, subject: /./ })).text).toContain("We looked at the wind")
  await page.goto("/account")
  await expect(activities.getByText("We looked at the wind, and you are right.")).toBeVisible()
  await expect(activities.getByText("Counted", { exact: true })).toBeVisible()
})
