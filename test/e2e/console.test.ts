/** The operator's console on a production build: who can enter, and a series of reviews using only the keyboard. */
import { execFile } from "node:child_process"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import type { Page } from "@playwright/test"
import { goodAnswers } from "#test/support/leads.ts"
import { handOn } from "./support/hand.ts"
import { test } from "./support/own-site.ts"
import { ownEnvironment, root } from "./support/program.ts"
import { addStaff, enterConsole } from "./support/staff.ts"
import { oldStamp } from "./support/stamps.ts"
import { test as build, expect } from "./support/test.ts"

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
}

/** A value set on the document is gone once it was reloaded. */
async function neverLoadedAgain(page: Page, work: () => Promise<void>): Promise<void> {
  await page.evaluate(() => Object.assign(window, { kept: true }))
  await work()
  expect(await page.evaluate(() => "kept" in window)).toBe(true)
}

/** Makes every open console of the site receive the changes so far, by opening another one. */
async function toldAgain(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const stream = new EventSource("/operator/live")
    await new Promise((told) => stream.addEventListener("moved", told))
    stream.close()
    // The page's own stream receives the same changes at the same time.
    await new Promise((later) => setTimeout(later, 100))
  })
}

build("No public file holds console code, and the console's own entry weighs at most 150 kB", async () => {
  const files = await filesBelow(join(root, "build/client"))
  const texts = files.filter((file) => /\.(js|css|html|data|json)$/.test(file))
  expect(texts.length).toBeGreaterThan(50)
  for (const file of texts) {
    const text = await readFile(file, "utf8")
    for (const word of ["/operator", "list-table", "data-says", "tinykeys", "uplot"])
      expect(text.includes(word), `${file} holds ${word}`).toBe(false)
  }
  const folder = join(root, "build/operator/client")
  const manifest = (await filesBelow(folder)).find((file) => /manifest-\w+\.js$/.test(file)) ?? ""
  const { entry, routes } = JSON.parse(/=(\{.*\});?\s*$/s.exec(await readFile(manifest, "utf8"))?.[1] ?? "{}")
  const needed = new Set<string>()
  for (const one of [entry, routes.root, routes["review/activity"]])
    for (const file of [one.module, ...one.imports]) needed.add(file)
  let bytes = 0
  for (const file of needed)
    bytes += gzipSync(await readFile(join(folder, file.replace("/operator/", "")))).length
  console.warn(`console entry: ${Math.round(bytes / 1000)} kB of scripts in ${needed.size} files`)
  expect(needed.size).toBeGreaterThan(3)
  expect(bytes).toBeLessThan(150_000)
})

test("reviews with only the keyboard take one press each, by two operators; helpers have no other desk; strangers find nothing", async ({
  page,
  site,
  browser,
}) => {
  const run = promisify(execFile)
  const env = { ...ownEnvironment(), DATA_DIR: site.data, NODE_ENV: "production" }
  await run(process.execPath, ["test/e2e/support/seed-console.ts", "totals:9"], { cwd: root, env })
  const [owner, helper] = [await addStaff(site, "owner"), await addStaff(site, "helper")]

  // A stranger gets the same response as for any unknown address.
  const strange = async (path: string) => {
    const answer = await fetch(`${site.url}${path}`)
    const text = (await answer.text())
      .replaceAll(path, "")
      .replace(/nonce="[^"]*"|data-request-id="[^"]*"/g, "")
    const headers = [...answer.headers].map(([name]) => name).join()
    return { status: answer.status, text, headers, caching: answer.headers.get("cache-control") }
  }
  expect(await strange("/operator")).toEqual(await strange("/operators"))

  await enterConsole(page, owner, site.url, "/today")
  // A key does nothing until the page's script has loaded.
  await expect(async () => {
    await page.keyboard.press("2")
    await expect(page.getByRole("heading", { name: "Review", level: 1 })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const hand = handOn(page)
  await hand.key("o")
  await expect(page.getByText("1 of 9")).toBeVisible()
  const started = performance.now()
  for (let left = 9; left > 3; left--) {
    await hand.key(left % 2 ? "d" : "c")
    await page.getByText(`1 of ${left - 1}`, { exact: true }).waitFor()
  }
  const seconds = Math.round((performance.now() - started) / 1000)
  console.warn(`6 reviews by keyboard: ${hand.presses()} presses, ${seconds} s`)
  expect(hand.presses()).toBeLessThanOrEqual(7)

  // A decision loads one page: its changes, and opening the next activity, do not reload the operator's own desk.
  await expect(page.locator("[data-live=true]")).toBeVisible()
  await toldAgain(page)
  const loads: string[] = []
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().includes(".data")) loads.push(request.url())
  })
  await hand.key("d")
  await expect(page.getByText("1 of 2", { exact: true })).toBeVisible()
  await toldAgain(page)
  expect(loads).toHaveLength(1)
  await hand.key("u")
  await expect(page.getByText("Undone.")).toBeVisible()

  // The next activity is claimed by the operator who opens it.
  const taken = page.url().split("?")[0] ?? ""
  const other = await (await browser.newContext({ baseURL: site.url })).newPage()
  await enterConsole(other, helper, site.url, "/review")
  await other.goto(taken, { waitUntil: "commit" })
  await expect(other.getByText(`${owner.email} is looking at this`)).toBeVisible()
  await expect(other.getByRole("button", { name: "Count", exact: true })).toBeDisabled()
  expect((await other.goto("/operator/seasons", { waitUntil: "commit" }))?.status()).toBe(404)
  await expect(other.getByText("Nothing is here")).toBeVisible()

  // Open desks show other operators' actions and new arrivals without a manual reload.
  await other.goto("/operator/review", { waitUntil: "commit" })
  await expect(other.locator("[data-live=true]")).toBeVisible()
  const next = page.getByRole("link", { name: "Next" })
  const opened = new URL((await next.getAttribute("href")) ?? "", site.url).pathname
  const row = other.locator("tbody tr", { has: other.locator(`a[href^="${opened}"]`) })
  await expect(row).toBeVisible()
  await expect(row).not.toContainText(owner.email)
  await neverLoadedAgain(other, async () => {
    await next.click()
    await expect(row).toContainText(owner.email)
  })
  await page.goto("/operator/inbox")
  await expect(page.locator("[data-live=true]")).toBeVisible()
  await neverLoadedAgain(page, async () => {
    const said = { ...goodAnswers.partner, email: "live@harbor.example", companyName: "Harbor Live" }
    const form = { form: "partner", stamp: await oldStamp("partner", site.data), ...said }
    expect(
      (await fetch(`${site.url}/partners`, { method: "POST", body: new URLSearchParams(form) })).status,
    ).toBe(200)
    await expect(page.getByRole("row", { name: /live@harbor\.example/ })).toBeVisible()
  })

  // A form works without scripts, and a decision is kept even if its tab closes immediately.
  const cookies = await page.context().cookies()
  const scriptless = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  await scriptless.addCookies(cookies)
  const plain = await scriptless.newPage()
  await plain.goto(taken, { waitUntil: "commit" })
  await plain.getByLabel("Reason, which the athlete reads").fill("The track follows a highway.")
  const sent = plain.waitForRequest((request) => request.method() === "POST")
  await plain.getByRole("button", { name: "Decline" }).click()
  await sent
  await scriptless.close()
  await expect
    .poll(async () => {
      await page.goto("/operator/journal", { waitUntil: "load" })
      return page.locator("tbody tr").first().textContent()
    })
    .toContain("The track follows a highway.")
})
