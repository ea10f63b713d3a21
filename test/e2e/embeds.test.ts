/** Third-party frames that replace a form and the reports: their height, script and policy, and the absence of ours. */
import { rm } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { prepareData } from "./support/prepared.ts"
import { startSite } from "./support/site-server.ts"
import { expect, test } from "./support/test.ts"

test("configured frames replace ours, and their scripts are present while the page is shown", async ({
  page,
}) => {
  const other = createServer((request, response) => {
    const isScript = request.url === "/embed.js"
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html")
    response.end(isScript ? "window.embedded = (window.embedded ?? 0) + 1" : `<p>Theirs ${request.url}</p>`)
  })
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
  const theirs = `http://localhost:${(other.address() as AddressInfo).port}`
  const { folder, data } = await prepareData()
  const slots = ["home-newsletter", "home-report", "leaderboard-top-five", "leaderboard-full", "partner"]
  const site = await startSite(data, {
    NODE_ENV: "",
    EMBEDS: slots
      .map((slot) => `${slot}=${theirs}/${slot}${slot === "home-newsletter" ? ` ${theirs}/embed.js` : ""}`)
      .join(","),
  })
  try {
    await page.goto(site.url)
    const newsletter = page.locator(`iframe[src="${theirs}/home-newsletter"]`)
    expect((await newsletter.boundingBox())?.height).toBe(403)
    await newsletter.scrollIntoViewIfNeeded()
    await expect(newsletter.contentFrame().getByText("Theirs /home-newsletter")).toBeVisible()
    await expect(page.getByRole("heading", { name: "One useful email a week" })).toHaveCount(0)
    await expect(page.locator(`iframe[src="${theirs}/home-report"]`)).toBeVisible()
    const script = page.locator(`script[src="${theirs}/embed.js"]`)
    await expect(script).toHaveCount(1)
    await expect.poll(() => page.evaluate(() => Reflect.get(window, "embedded"))).toBe(1)

    await page.getByRole("link", { name: "View Full Leaderboard" }).click()
    await expect(page.locator(`iframe[src="${theirs}/leaderboard-top-five"]`)).toBeVisible()
    await expect(page.locator(`iframe[src="${theirs}/leaderboard-full"]`)).toHaveCount(1)
    await expect(script).toHaveCount(0)
    await page.goBack()
    await expect(script).toHaveCount(1)
    await page.goto(`${site.url}/partners`)
    await expect(page.locator(`iframe[src="${theirs}/partner"]`)).toBeVisible()
    await expect(page.locator("#inquiry form")).toHaveCount(0)
  } finally {
    await page.close()
    await site.stop()
    other.close()
    await rm(folder, { recursive: true, force: true })
  }
})
