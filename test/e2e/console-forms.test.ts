/** The forms of the console that console-fortnight.test.ts does not use, each submitted once in a browser. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect } from "@playwright/test"
import { comeAlive } from "./support/alive.ts"
import { test } from "./support/own-site.ts"
import { ownEnvironment, root } from "./support/program.ts"
import { addStaff, codeOf, openConsole } from "./support/staff.ts"

test.use({ viewport: { width: 390, height: 844 } })

test("prizes, a disqualification and its undo, winners, dates, capacity, an import, the archive and a refund", async ({
  page,
  site,
  mails,
  problems,
}) => {
  const env = { ...ownEnvironment(), DATA_DIR: site.data, NODE_ENV: "production", PAYMENTS_SANDBOX: "on" }
  const seed = (...what: string[]) =>
    promisify(execFile)(process.execPath, ["test/e2e/support/seed-console.ts", ...what], { cwd: root, env })
  const { stdout: checkout } = await seed("fortnight", "order")
  const buyer = { choice: "pay", email: "buyer@example.com", name: "Bo Buyer", webhook: "normal" }
  expect((await page.request.post(checkout, { form: buyer })).ok()).toBe(true)
  const owner = await addStaff(site, "owner")
  await openConsole(page, owner)
  await page.goto("/operator/seasons")

  const main = page.getByRole("main")
  // Pressed with Enter: right after the page has scrolled, Chromium sends a click to the mail's frame, which was at
  // that position before.
  const press = async (name: string | RegExp) => {
    const button = main.getByRole("button", { name, exact: true })
    await expect(button).toBeEnabled()
    await button.press("Enter")
  }
  const field = (name: string | RegExp) => main.getByLabel(name, { exact: true })
  const says = (text: string | RegExp) => expect(page.getByRole("status")).toHaveText(text)
  const open = async (path: string, heading: string | RegExp) => {
    await page.goto(`/operator${path}`)
    await comeAlive(page)
    await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible()
  }

  await main.getByRole("link", { name: /in its grace period/ }).click()
  await expect(main.getByText("Dora Sample").first()).toBeVisible()
  const slug = page.url().split("/").at(-1) ?? ""
  await main.getByText("Change them", { exact: false }).click()
  await field(/^One per line/).fill("A bike\nA helmet")
  await press("Set the prizes")
  await says("The prizes are set.")
  await expect(main.getByText("Dora Sample: A bike")).toBeVisible()
  await main.locator("summary").filter({ hasText: "Disqualify" }).first().click()
  await field("Reason to disqualify Dora Sample").fill("A ride on a motorbike.")
  await press("Disqualify")
  await says(/^Disqualified/)
  await expect(main.getByText("Emil Sample: A bike")).toBeVisible()
  await press("Reinstate Dora Sample")
  await expect(main.getByText("Dora Sample: A bike")).toBeVisible()
  await field(/^Type fortnightly/).fill(slug)
  await press("Close the season early")
  await says(/^Closed: 3 results. Undisputed places are awarded/)
  await open("/seasons/check", "Winners’ check")
  await page.keyboard.press("c")
  await expect(main.getByText("found right by", { exact: false })).toHaveCount(1)
  await seed("award")
  await open(`/seasons/${slug}`, slug)
  await field("Subject").fill("Well done")
  await field("Text").fill("See you in Reno.")
  await press("See who gets it")
  await says(/^This goes to 2 winners/)
  // Another operator writes to them meanwhile, so that the desk is reloaded: the confirmation must stay.
  await page.evaluate(async () => {
    const message = { id: crypto.randomUUID(), subject: "Addresses", text: "Send yours.", confirmed: "yes" }
    const body = new URLSearchParams({ do: "message", ...message })
    if (!(await fetch(location.href, { method: "POST", body })).ok) throw new Error("It was not sent")
  })
  await expect(main.getByText("Send yours.")).toHaveCount(1)
  await says(/^This goes to 2 winners/)
  await press("Send it now")
  await says("2 emails are on their way.")
  await expect.poll(async () => (await mails({ subject: /^Well done/ })).length).toBe(2)

  await open("/events", "Events")
  await main.getByRole("link", { name: /3 of \d+/ }).click()
  await expect(main.getByText("Ada Sample").first()).toBeVisible()
  // Whichever day is next, none of the events has as many.
  await field("Spots").fill("41")
  await press("Keep")
  await says("Saved.")
  await field("To everyone with a spot or in line").fill("Bring a light.")
  await press("Send")
  await expect.poll(async () => (await mails({ to: "cleo@example.com" })).length).toBeGreaterThan(1)

  await open("/newsletters/import", "Import")
  await field("Or paste its lines").fill("email\nida@example.com\nno address")
  await field("Where they agreed").fill("Sign-up sheet at the spring race")
  await field("When they agreed").fill("2026-05-01")
  await field("The words they agreed to").fill("Send me the newsletter.")
  await press("Show what would happen")
  await says(/^This would add 1/)
  await press("Add 1 now")
  await says(/^Added 1/)
  await press("Undo this import")
  await says("Undone.")

  await open("/newsletters/new", "A new issue")
  await field("Subject").fill("Long miles")
  await field("Text, in Markdown").fill("# Two weeks\n\nForty runs.")
  await press("Save the draft")
  await expect(main.getByText("3 readers would get it now")).toBeVisible()
  await press("Send a test")
  await says(/^The test is on its way/)
  await press("Send now")
  await field(/^To send it at once, type its subject/).fill("Long mile")
  await press("Send now")
  await says(/Nothing was sent\.$/)
  await expect(page.getByRole("status")).toBeInViewport()
  expect((await mails({ subject: /^Long miles/ })).length).toBe(0)
  await field(/^To send it at once, type its subject/).fill("Long miles")
  await press("Send now")
  await says(/^It goes to 3 readers/)
  await expect.poll(async () => (await mails({ subject: /^Long miles/ })).length).toBe(3)
  await page.reload()
  await comeAlive(page)
  const archived = (await main.getByRole("link", { name: /long-miles/ }).getAttribute("href")) ?? ""
  const status = async () => (await page.request.get(archived)).status()
  expect(await status()).toBe(200)
  await press("Remove it from the archive")
  await says("It is no longer in the archive.")
  await expect.poll(status).toBe(404)

  await open("/orders", "Orders")
  await main.locator("tbody a").first().click()
  await expect(main.getByRole("heading", { name: "Refund" })).toBeVisible()
  await field(/^Dollars/).fill("9.50")
  await press("Refund…")
  await field(/^Type the order number/).fill(
    /, (\w{8})$/.exec(
      (await field(/^Type the order number/)
        .locator("..")
        .textContent()) ?? "",
    )?.[1] ?? "",
  )
  // The second factor is asked for where the form is, which is then sent as it was.
  problems.expect(/\b403\b/)
  await seed("eleven-minutes")
  await press("Refund $9.50")
  await says("Confirm that it is you, and this is done.")
  const proof = page.getByRole("region", { name: "Is it you?" })
  await proof.getByLabel("Code from the app").fill(codeOf(owner))
  await proof.getByRole("button", { name: "Continue" }).click()
  await says(/^Refunded \$9\.50/)
})
