/**
 * Addresses: the navigation, the menu, unknown pages, and the size of a first visit. Each page individually:
 * every-page.test.ts.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { articlesOf } from "#content/articles.ts"
import { articlesOnDisk } from "#content/articles-on-disk.ts"
import { athletes } from "#content/athletes.ts"
import { messages } from "#content/messages.ts"
import { comeAlive } from "./support/alive.ts"
import { paths } from "./support/paths.ts"
import { root } from "./support/program.ts"
import { expect, test } from "./support/test.ts"

test("fifteen athletes and twelve articles have pages", () => {
  expect(athletes).toHaveLength(15)
  expect(articlesOf(articlesOnDisk).filter((article) => article.href !== "#")).toHaveLength(12)
})

test("an unknown path returns a 404 page that says so, logs the path and leads home", async ({
  page,
  problems,
}) => {
  problems.expect(/404/)
  const logged: string[] = []
  page.on("console", (message) => logged.push(message.text()))
  const response = await page.goto("/no/such/page")
  expect(response?.status()).toBe(404)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(messages.page_not_found)
  // It has no picture.
  await expect(page.locator('meta[property^="og:image"]')).toHaveCount(0)
  await expect.poll(() => logged.some((text) => text.includes("/no/such/page"))).toBe(true)
  await page.getByRole("link", { name: "Return to Home" }).click()
  await expect(page).toHaveURL(/\/$/)
})

test("every link in the navigation leads to its page without a reload", async ({ page }) => {
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
    // The URL changes slightly before the page.
    await expect(heading).not.toHaveText(shown)
    shown = await heading.innerText()
    headings.add(shown)
  }
  expect(headings.size).toBe(paths.length)
  expect(await page.evaluate(() => "stayed" in window)).toBe(true)
})

test("unknown articles are 404, unknown athletes lead to the directory", async ({ request }) => {
  expect((await request.get("/blog/no-such-article")).status()).toBe(404)
  expect((await request.get("/athletes/nobody")).url()).toMatch(/\/athletes$/)
})

test("a trailing slash and capitals redirect to the canonical address of a page", async ({
  request,
  baseURL,
}) => {
  for (const [asked, path] of [
    ["/about/", "/about"],
    ["/leaderboard/", "/leaderboard"],
    ["/About", "/about"],
    ["/ABOUT/?utm_source=x", "/about?utm_source=x"],
    ["/Blog/Rise-Of-Club-Balboa", "/blog/rise-of-club-balboa"],
    ["/Leaderboard/Athletes/Nobody", "/leaderboard/athletes/Nobody"],
  ] as const) {
    const response = await request.get(asked, { maxRedirects: 0 })
    expect([response.status(), response.headers().location]).toEqual([308, path])
  }
  // Tokens are case-sensitive.
  const token = await request.get("/confirm/AbC", { maxRedirects: 0 })
  expect(token.headers().location).toBeUndefined()
  const elsewhere = await request.get(`${baseURL}//evil.example/`, { maxRedirects: 0 })
  expect(elsewhere.headers().location ?? "/").toMatch(/^\/(?!\/)/)
})

test("the menu of small screens opens, closes on a choice and on Escape, and does not trap the focus", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/")
  const toggle = page.getByRole("button", { name: "Menu" })
  const menu = page.getByRole("navigation", { name: "Menu" })
  await expect(menu).toBeHidden()
  await toggle.focus()
  await page.keyboard.press("Enter")
  await expect(menu).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(menu).toBeHidden()
  await expect(toggle).toBeFocused()
  await toggle.click()
  await menu.getByRole("link", { name: "Our Athletes" }).click()
  await expect(page).toHaveURL(/\/athletes$/)
  await expect(menu).toBeHidden()
  await toggle.click()
  await expect(menu).toBeVisible()
  const links = await menu.getByRole("link").count()
  for (let step = 0; step < links + 3; step++) await page.keyboard.press("Tab")
  const inside = await page.evaluate(() => document.querySelector("#menu")?.contains(document.activeElement))
  expect(inside).toBe(false)
})

test("the policy of each kind of page allows its inline scripts and no others", async ({ request }) => {
  for (const path of ["/about", "/leaderboard", "/blog?search=run"]) {
    const response = await request.get(path)
    const policy = response.headers()["content-security-policy"] ?? ""
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? ""
    expect(scripts).toMatch(/'(nonce|sha256)-/)
    expect(scripts).not.toMatch(/unsafe/)
  }
})

test("a first visit loads at most 142 kB of compressed script and 15 kB of styles", async ({ page }) => {
  const sizes = { script: 0, stylesheet: 0 }
  page.on("response", async (response) => {
    const kind = response.request().resourceType()
    if (kind === "script" || kind === "stylesheet")
      sizes[kind] += Number(response.headers()["content-length"] ?? 0)
  })
  for (const path of ["/", "/leaderboard", "/shop"]) {
    sizes.script = 0
    sizes.stylesheet = 0
    await page.goto(path, { waitUntil: "load" })
    // Scripts arrive after the first paint, and requests made after hydration count as well.
    await comeAlive(page)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })))
    expect(sizes.script, `script of ${path}`).toBeGreaterThan(20_000)
    expect(sizes.script, `script of ${path}`).toBeLessThan(142_000)
    expect(sizes.stylesheet, `style of ${path}`).toBeLessThan(15_000)
  }
})

test("pages with only static content are prerendered", () => {
  const manifest = JSON.parse(readFileSync(join(root, "build/pages.json"), "utf8"))
  const content = paths.filter((path) => /^\/(about|blog|for-creators|case-study)/.test(path))
  expect(content.length).toBeGreaterThan(15)
  expect(content.filter((path) => !(path in manifest.pages))).toEqual([])
  // Pages with changing numbers are rendered on request.
  for (const path of ["/", "/athletes", "/community", "/for-brands", "/leaderboard"])
    expect(manifest.pages).not.toHaveProperty([path])
})
