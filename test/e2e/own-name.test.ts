/** A site whose operator has set its name, addresses and time zone: no page, mail or app has those of the samples. */
import { test } from "./support/own-site.ts"
import { age } from "./support/stamps.ts"
import { expect } from "./support/test.ts"

const name = "Harbor Athletes"

test.use({
  settings: {
    SITE_NAME: name,
    SITE_SUPPORT_EMAIL: "help@harbor.example",
    SITE_POSTAL_ADDRESS: "Harbor Athletes, 12 Pier Road, Portland, ME 04101, USA",
    SITE_TIME_ZONE: "Europe/Berlin",
  },
})

test("a site has its operator's name, addresses and time zone everywhere, with and without scripts", async ({
  page,
  request,
  mail,
}) => {
  // Built before the settings were known, rendered live, kept as a feed, installed, and for programs.
  for (const path of [
    "/about",
    "/privacy",
    "/leaderboard",
    "/blog/rss.xml",
    "/site.webmanifest",
    "/offline.html",
  ]) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(200)
    const text = await answer.text()
    expect(text.replaceAll(/b4m-[\w-]+|B4M (?:Pop-Up|pop-up)[^<"]*/g, ""), path).not.toContain("B4M")
    if (path !== "/offline.html") expect(text, path).toContain(name)
  }
  expect(await (await request.get("/privacy")).text()).toContain("12 Pier Road")

  // The page after it is rendered by the browser, from scripts that were built before.
  await page.goto("/about")
  await expect(page).toHaveTitle(/Harbor Athletes/)
  await page.getByRole("contentinfo").getByRole("link", { name: "Newsletter", exact: true }).click()
  await expect(page).toHaveTitle(/Harbor Athletes/)
  const form = page.getByRole("form", { name: "Newsletter" })
  await form.getByRole("textbox", { name: /^Email/ }).fill("ada@example.com")
  await age(form, "newsletter")
  await form.getByRole("button", { name: "Get the Newsletter" }).click()
  const sent = await mail({ to: "ada@example.com", subject: /^Confirm/ })
  expect(sent.text).toContain("12 Pier Road")
  expect(sent.text).not.toContain("B4M")

  // The season began at midnight in Berlin.
  await page.goto("/leaderboard")
  await expect(page.locator("main")).toContainText("Berlin")
})
