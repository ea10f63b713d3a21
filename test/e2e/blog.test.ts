/** Finding an article: search, category, sort, Clear and Load More, with scripts and without, from an address and back. */
import { articlesOf } from "#content/articles.ts"
import { articlesOnDisk } from "#content/articles-on-disk.ts"
import { messages } from "#content/messages.ts"
import { comeAlive } from "./support/alive.ts"
import { expect, test } from "./support/test.ts"
import { test as withoutBrowser } from "./support/worker.ts"

const articles = articlesOf(articlesOnDisk)

test("all articles, nine of fourteen until more are requested; search, category and sort without a reload, undone by Back and Clear", async ({
  page,
}) => {
  await page.goto("/blog")
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  await expect(page.getByText("14 total articles")).toBeVisible()
  const featured = page.getByRole("heading", { name: "Featured Articles" })
  await expect(featured).toBeVisible()
  const clear = page.getByRole("link", { name: "Clear", exact: true })
  await expect(clear).toHaveCount(0)
  const all = page.locator("section", { has: page.getByRole("heading", { name: "All Articles" }) })
  await expect(all.getByRole("listitem")).toHaveCount(9)
  await page.getByRole("link", { name: "Load More Articles" }).click()
  await expect(all.getByRole("listitem")).toHaveCount(14)
  await expect(page.getByRole("link", { name: "Load More Articles" })).toHaveCount(0)
  await page.goBack()
  await expect(all.getByRole("listitem")).toHaveCount(9)

  const search = page.getByPlaceholder("Search articles...")
  // A word of an article's text.
  await search.fill("COWBELLS")
  await expect(page.getByText("Found 1 article", { exact: true })).toBeVisible()
  await expect(page.getByRole("heading", { name: "Search Results" })).toBeVisible()
  await expect(featured).toHaveCount(0)
  await expect(page).toHaveURL(/\/blog\?search=COWBELLS$/)
  await search.fill("zzzz")
  await expect(page.getByText("Found 0 articles")).toBeVisible()
  await expect(page.getByRole("heading", { name: messages.no_articles })).toBeVisible()
  await expect(page.getByText(messages.no_articles_hint)).toBeVisible()
  await page.getByRole("link", { name: "Clear Filters" }).click()
  await expect(page.getByText("14 total articles")).toBeVisible()
  await expect(search).toHaveValue("")

  await page.getByLabel("Category").selectOption("For Creators")
  const inCategory = articles.filter((article) => article.category === "For Creators")
  await expect(page.getByText(`Found ${inCategory.length} articles`)).toBeVisible()
  await page.getByLabel("Sort").selectOption("A-Z")
  await expect(page).toHaveURL(/category=For\+Creators&sort=az/)
  const titles = inCategory.map(({ title }) => title).sort((a, b) => a.localeCompare(b, "en-US"))
  await expect(page.getByRole("main").getByRole("heading", { level: 3 })).toHaveText(titles)
  await page.goBack()
  await expect(page.getByText("14 total articles")).toBeVisible()
  await expect(page.getByLabel("Category")).toHaveValue("all")

  await page.getByLabel("Category").selectOption("For Creators")
  await clear.click()
  await expect(page.getByText("14 total articles")).toBeVisible()
  expect(await page.evaluate(() => "stayed" in window)).toBe(true)
})

test("a choice and a search made before the scripts loaded apply once they have", async ({ page }) => {
  let release = () => {}
  const come = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route("**/assets/*.js", async (route) => {
    await come
    await route.continue()
  })
  await page.goto("/blog", { waitUntil: "commit" })
  await page.getByLabel("Category").selectOption("For Creators")
  await page.getByPlaceholder("Search articles...").fill("brand")
  release()
  await expect(page).toHaveURL(
    /\/blog\?(search=brand&category=For\+Creators|category=For\+Creators&search=brand)$/,
  )
  await expect(page.getByLabel("Category")).toHaveValue("For Creators")
  await expect(page.getByPlaceholder("Search articles...")).toHaveValue("brand")
})

test("works before a script has loaded", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto("/blog")
  await page.getByPlaceholder("Search articles...").fill("cowbells")
  await page.getByRole("button", { name: "Search" }).click()
  await expect(page.getByText("Found 1 article", { exact: true })).toBeVisible()
  await page.getByPlaceholder("Search articles...").fill("brand")
  await page.getByLabel("Category").selectOption("For Creators")
  await page.getByLabel("Sort").selectOption("A-Z")
  await page.getByRole("button", { name: "Search" }).click()
  await expect(page).toHaveURL(/\/blog\?search=brand&category=For\+Creators&sort=az$/)
  await expect(page.getByText(/^Found \d+ article/)).toBeVisible()
  await expect(page.getByLabel("Sort")).toHaveValue("az")
  await page.goto("/blog?more")
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(7 + 14)
  await context.close()
})

test("an article has its metadata and links to others", async ({ page }) => {
  // Until the scripts have loaded, a link loads a whole page.
  await page.goto("/blog/rise-of-club-balboa")
  await comeAlive(page)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The Rise of Club Balboa")
  await expect(page.getByText("July 16, 2025 · 4 min read")).toBeVisible()
  await expect(page.getByText("Creators", { exact: true }).first()).toBeVisible()
  await expect(page.getByText("Brands", { exact: true }).first()).toBeVisible()
  await expect(page.getByRole("heading", { name: "Related Articles" })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  await page.getByRole("article").first().getByRole("link", { name: "for creators" }).first().click()
  await expect(page).toHaveURL(/\/for-creators$/)
  expect(await page.evaluate(() => "stayed" in window)).toBe(true)
})

withoutBrowser("feed, sitemap and robots.txt use this site's address", async ({ origin }) => {
  const read = async (path: string) => (await fetch(origin + path)).text()
  expect((await read("/blog/rss.xml")).match(/<item>/g)).toHaveLength(12)
  const map = await read("/sitemap.xml")
  const urls = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => url)
  expect(urls.length).toBeGreaterThan(40)
  for (const url of urls) {
    expect(url.startsWith(`${origin}/`)).toBe(true)
    expect([url, (await fetch(url)).status]).toEqual([url, 200])
  }
  expect(await read("/robots.txt")).toContain(`Sitemap: ${origin}/sitemap.xml`)
})
