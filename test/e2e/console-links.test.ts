/**
 * Entering the console from outside: through a link in a mail on another site's page, and with an account without a
 * second factor.
 */

import { randomUUID } from "node:crypto"
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { comeAlive } from "./support/alive.ts"
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

test("The first operator, who has no second factor, is told to set one up and taken there", async ({
  problems,
  page,
  site,
}) => {
  const keys = JSON.parse(await readFile(join(site.data, "secrets.json"), "utf8")) as Record<string, string>
  const email = `first-${randomUUID().slice(0, 8)}@example.com`
  const password = "a quiet harbor at 5"
  const made = await fetch(`${site.url}/auth/v1/admin/users`, {
    method: "POST",
    headers: { apikey: keys.SUPABASE_SECRET_KEY ?? "", authorization: `Bearer ${keys.SUPABASE_SECRET_KEY}` },
    body: JSON.stringify({ email, password, email_confirm: true, app_metadata: { role: "owner" } }),
  })
  expect(made.status).toBe(200)
  await page.goto("/auth?next=/account/security")
  await comeAlive(page)
  await page.getByRole("textbox", { name: /^Email/ }).fill(email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click()
  await page.waitForURL("**/account/security")

  const devices = page.getByRole("region", { name: "Devices" })
  await expect(
    devices.getByText("The operator’s console opens only for accounts with two-step sign-in."),
  ).toBeVisible()
  await expect(page.getByRole("button", { name: "Open the operator's console" })).toHaveCount(0)
  await devices.getByRole("link", { name: "Set up two-step sign-in" }).click()
  expect(page.url()).toBe(`${site.url}/account/security#two-steps`)

  // A page opened earlier still has its button.
  problems.expect(/403/)
  const { access_token: token } = await (
    await fetch(`${site.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: keys.SUPABASE_PUBLISHABLE_KEY ?? "", "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    })
  ).json()
  await page.evaluate((value) => {
    const form = Object.assign(document.createElement("form"), {
      method: "post",
      action: "/operator/session",
    })
    const field = Object.assign(document.createElement("input"), { type: "hidden", name: "token", value })
    form.append(field)
    document.body.append(form)
    form.submit()
  }, token)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("First set up two-step sign-in")
  await page.getByRole("link", { name: "Set up two-step sign-in" }).click()
  await page.waitForURL("**/account/security#two-steps")
  await expect(page.getByRole("button", { name: "Set up an authenticator app" })).toBeVisible()
})
