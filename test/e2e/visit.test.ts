/** What every visitor does first: look at the home page, follow the navigation, mistype an address. */
import { expect, test } from "./support/test.ts"

test("the home page shows itself and leads on", async ({ page }) => {
  const response = await page.goto("/")
  expect(response?.status()).toBe(200)
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(page.getByRole("navigation").first()).toBeVisible()
  await expect(page.getByRole("main")).toBeVisible()
  await expect(page.getByRole("contentinfo")).toBeVisible()
  await expect(page).toHaveTitle(/B4M/)
})

test("every link of the navigation leads to a page of its own without a reload", async ({ page }) => {
  await page.goto("/")
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  const navigation = page.getByRole("navigation").first()
  const links = await navigation
    .getByRole("link")
    .evaluateAll((all) => all.map((one) => one.getAttribute("href")))
  const paths = [...new Set(links)].filter((path) => path?.startsWith("/") && path !== "/")
  expect(paths.length).toBeGreaterThan(3)
  const headings = new Set<string>()
  let shown = await page.getByRole("heading", { level: 1 }).innerText()
  for (const path of paths) {
    await navigation.locator(`a[href="${path}"]`).first().click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    const heading = page.getByRole("heading", { level: 1 })
    // The address changes a moment before the page does.
    await expect(heading).not.toHaveText(shown)
    shown = await heading.innerText()
    headings.add(shown)
  }
  expect(headings.size).toBe(paths.length)
  expect(await page.evaluate(() => "stayed" in window)).toBe(true)
})

test("a wrong address is a page that says so, with the way back", async ({ page, problems }) => {
  problems.expect(/404/)
  const response = await page.goto("/no-such-page")
  expect(response?.status()).toBe(404)
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  // No picture was drawn for it.
  await expect(page.locator('meta[property^="og:image"]')).toHaveCount(0)
  await page.getByRole("main").getByRole("link").first().click()
  await expect(page).not.toHaveURL(/no-such-page/)
})

test("pages read and navigate without JavaScript", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto("/")
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await page.goto("/about")
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await context.close()
})
