/** The board of a race by groups: from the links below the board, with places within the group, and one's own neighbors, without scripts, too. */
import { sendAccountForm } from "#test/support/account-form.ts"
import { signIn } from "./support/account.ts"
import { expectUsable } from "./support/axe.ts"
import { callerOf } from "./support/own-members.ts"
import { test } from "./support/own-site.ts"
import { expect } from "./support/test.ts"
import { withoutScripts } from "./support/without-scripts.ts"

test.use({ shared: true })

test("members who say their group are on its board, and see their place in it and their neighbors", async ({
  page,
  site,
  browser,
  baseURL,
}) => {
  const { join, upload } = callerOf(site)
  const people: Awaited<ReturnType<typeof join>>[] = []
  for (const name of ["Ana", "Bea", "Cleo", "Dana", "Eve"]) {
    const member = await join(`${name} Group`, "public")
    await upload(member, 30 + 10 * people.length)
    people.push(member)
  }
  for (const { token } of people.slice(1))
    await sendAccountForm(
      site.url,
      token,
      { form: "groups", birthYear: "1987", category: "women" },
      "/account/settings",
    )
  const sayInBrowser = async () => {
    const context = await browser.newContext(baseURL ? { baseURL } : {})
    const own = await context.newPage()
    await signIn(own, people[0] as (typeof people)[0])
    await own.goto("/account/settings")
    const groups = own.getByRole("region", { name: "My groups" })
    await groups.getByLabel("Birth year").fill("1899")
    await groups.getByLabel("Group").selectOption("women")
    await groups.getByRole("button", { name: "Save" }).click()
    await expect(groups.getByRole("alert")).toContainText("Birth year must be a year from 1900")
    await groups.getByLabel("Birth year").fill("1987")
    await groups.getByRole("button", { name: "Save" }).click()
    await expect(groups.getByText("Saved.")).toBeVisible()
    return own
  }
  await page.goto("/leaderboard/two-weeks/of/women")
  await expect(page.getByText(/^This board begins once 5 athletes in this group have points/)).toBeVisible()
  const fifth = await sayInBrowser()
  await expect(page.locator("[data-row]")).toHaveCount(5, { timeout: 15_000 })
  await expect(page.getByRole("heading", { level: 1, name: "Women" })).toBeVisible()
  await expectUsable(page)
  await fifth.goto("/leaderboard/two-weeks")
  await fifth
    .getByRole("navigation", { name: "Filter the board" })
    .getByRole("link", { name: "Women" })
    .click()
  await expect(fifth).toHaveURL("/leaderboard/two-weeks/of/women")
  await expect(fifth.getByText(/^You are \d\w\w of 5 in this group\.$/)).toBeVisible()
  await expect(fifth.locator("[data-mine]")).toHaveCount(1)
  expect(await fifth.content()).not.toContain("1987")

  const plain = await withoutScripts(browser, fifth, baseURL)
  const opened = await plain.goto("/leaderboard/two-weeks/neighbors")
  expect(opened?.headers()["cache-control"]).toBe("private, no-store")
  await expect(plain.locator("[data-row]")).not.toHaveCount(0)
  await expect(plain.locator("[data-mine]")).toHaveCount(1)
  await page.goto("/leaderboard/two-weeks/neighbors")
  await expect(page.getByRole("main").getByRole("link", { name: "Sign In" })).toBeVisible()
  expect((await page.request.get("/leaderboard/two-weeks/of/children")).status()).toBe(404)
  for (const one of [fifth, plain]) await one.context().close()
})
