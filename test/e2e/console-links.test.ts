/** Entering the console from outside, through a link in a mail on another site's page. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { test } from "./support/own-site.ts"
import { addStaff, enterConsole } from "./support/staff.ts"
import { expect } from "./support/test.ts"

test.use({ shared: true })

/** A page of another site with one link, as a mail program in the browser shows a mail. `127.0.0.1` and `localhost` are two sites. */
async function mailProgram(link: string) {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html")
    response.end(`<!doctype html><title>Mail</title><a href="${link}">Open in the console</a>`)
  })
  await new Promise<void>((ready) => server.listen(0, ready))
  const { port } = server.address() as AddressInfo
  const elsewhere = new URL(link).hostname === "localhost" ? "127.0.0.1" : "localhost"
  return { url: `http://${elsewhere}:${port}/`, close: () => server.close() }
}

test("A link in a mail, followed from another site, leads an operator into the console and a stranger to an unknown page", async ({
  page,
  site,
  browser,
}) => {
  await enterConsole(page, await addStaff(site, "owner"), site.url, "/today")
  const mail = await mailProgram(`${site.url}/open/inbox?status=quarantine`)
  try {
    await page.goto(mail.url)
    await page.getByRole("link", { name: "Open in the console" }).click()
    await expect(page.getByRole("heading", { name: "Inbox", level: 1 })).toBeVisible()
    expect(page.url()).toBe(`${site.url}/operator/inbox?status=quarantine`)
    // The intermediate page is skipped when going back.
    await page.goBack()
    await expect(page).toHaveURL(mail.url)

    const stranger = await browser.newPage({ baseURL: site.url })
    await stranger.goto(mail.url)
    const arrived = stranger.waitForResponse(`${site.url}/operator/inbox?status=quarantine`)
    await stranger.getByRole("link", { name: "Open in the console" }).click()
    expect((await arrived).status()).toBe(404)
    await expect(stranger.getByRole("heading", { level: 1 })).toHaveText("Oops! Page not found")
    await stranger.close()
  } finally {
    mail.close()
  }
})
