/**
 * The account is a page that the server renders for its member only; it works before scripts have loaded, and without
 * them.
 */
import type { Page } from "@playwright/test"
import { signIn, signOut } from "./support/account.ts"
import { expectUsable } from "./support/axe.ts"
import { callerOf } from "./support/own-members.ts"
import { test } from "./support/own-site.ts"
import { slowDown } from "./support/slow.ts"
import { expect } from "./support/test.ts"
import { signOutEverywhere, withoutScripts } from "./support/without-scripts.ts"

test.use({ shared: true })

const path = "/account"
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true })

test("without scripts the account shows places, points and activities, saves a figure and an objection, and is shown to nobody else", async ({
  page,
  site,
  browser,
  baseURL,
  request,
  problems,
}) => {
  // The page of an activity that is somebody else's.
  problems.expect(/404/)
  const caller = callerOf(site)
  const member = await caller.join("Ada Account", "public")
  await caller.upload(member, 60)
  // It shares half of its minutes with the first one.
  await caller.upload(member, 55)
  await signIn(page, member)
  // Pages and mails lead to a part of the page, which is pushed down by what comes after it.
  await page.goto(`${path}#bring-a-friend`)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hello, Ada Account")
  await expect(part(page, "Bring a friend")).toBeInViewport()
  await expect(part(page, "Import activities").getByText("1 of 1 file read, 1 activity")).toHaveCount(2)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectUsable(page)
  await page.setViewportSize({ width: 1440, height: 844 })

  const plain = await withoutScripts(browser, page, baseURL)
  const opened = await plain.goto(path)
  expect(opened?.headers()["cache-control"]).toBe("private, no-store")
  await expect(part(plain, "My races").getByRole("button", { name: /^Two-week race/ })).toContainText(
    /\d(st|nd|rd|th)/,
  )
  await part(plain, "My races")
    .getByRole("button", { name: /^Last 10 days/ })
    .click()
  await expect(plain.getByRole("region", { name: "Around me: Last 10 days" })).toContainText("Ada Account")
  await expect(part(plain, "My points").getByText(/^15 min run \+15$/)).toBeVisible()
  await expect(part(plain, "Import activities").getByText("1 of 1 file read, 1 activity")).toHaveCount(2)
  // A visitor who follows the invitation sees whose it is, on the screen that everybody joins by.
  const invitation = await part(plain, "Bring a friend").getByText("Join me: http").innerText()
  const greeting = await (await request.get(/http\S+/.exec(invitation)?.[0] ?? "")).text()
  expect(
    greeting.replaceAll("<!-- -->", "").match(/(?<=>)Ada Account invites you(?=<\/p>)|Agree and Join/g),
  ).toEqual(["Ada Account invites you", "Agree and Join"])

  const figure = part(plain, "My figure")
  await figure.locator("select[name=hair]").selectOption("bun")
  // The color that one sees; its radio button is hidden behind it.
  await figure.locator("label:has(input[name=skin][value='4'])").click()
  await expect(figure.getByLabel("Tone 4 of 6")).toBeChecked()
  await figure.getByRole("button", { name: "Save", exact: true }).click()
  await expect(figure.getByText("Saved.")).toBeVisible()
  await plain.goto(path)
  await expect(figure.locator("select[name=hair]")).toHaveValue("bun")
  await expect(figure.getByLabel("Tone 4 of 6")).toBeChecked()

  const activities = part(plain, "My activities")
  await activities.getByRole("link", { name: /^This is wrong/ }).click()
  await expect(
    plain.getByRole("region", { name: "What we know about it" }).getByRole("listitem"),
  ).not.toHaveCount(0)
  await expect(plain.getByRole("columnheader", { name: "The one that counts" })).toBeVisible()
  await plain.getByLabel("What should we know?").fill("Two watches,\none run.")
  await plain.getByRole("button", { name: "Send" }).click()
  await expect(plain.getByText("one run.")).toBeVisible()
  await expect(plain.getByText("Someone will read it and reply here and by email.")).toBeVisible()
  await expect(plain.getByLabel("What should we know?")).toHaveCount(0)
  const own = new URL(plain.url()).pathname
  await plain.goto(path)
  await expect(activities.getByText("one run.")).toBeVisible()
  await expect(activities.getByRole("link", { name: /^This is wrong/ })).toHaveCount(0)

  // Nobody else gets either page, and no other site can press its buttons.
  const [cookie] = (await plain.context().cookies()).filter((one) => one.name === "b4m_account")
  const carried = { cookie: `b4m_account=${cookie?.value}` }
  for (const address of [path, own, `${path}.data`])
    for (const word of ["Ada", member.email, "Two watches"])
      expect(await (await request.get(address)).text()).not.toContain(word)
  expect((await request.get(`${own}/original`)).status()).toBe(401)
  const forged = (headers: Record<string, string>) =>
    request.post(path, { headers: { ...carried, ...headers }, form: { form: "remove-photo" } })
  expect((await forged({})).status()).toBe(403)
  expect((await forged({ origin: "https://evil.example" })).status()).toBe(403)
  const other = await caller.join("Otto Other", "public")
  await page.goto(path)
  await signOut(page)
  await signIn(page, other)
  await page.goto(path)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hello, Otto Other")
  await page.goto(own)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Oops! Page not found")
  await plain.context().close()
})

test("joining works without scripts, with the mistake beside what was typed, and a lost session keeps it", async ({
  page,
  site,
  browser,
  baseURL,
}) => {
  const person = await callerOf(site).account("Paul Plain")
  await signIn(page, person)
  await page.goto(path)
  await expect(part(page, "Join the competition").getByLabel("Name on the boards")).toHaveValue("Paul Plain")
  const plain = await withoutScripts(browser, page, baseURL)
  await plain.goto(path)
  const join = part(plain, "Join the competition")
  const name = join.getByLabel("Name on the boards")
  await expect(name).toHaveValue("Paul Plain")
  await name.fill("www.spam.example")
  await join.getByLabel("Time zone").selectOption("Europe/Oslo")
  await join.getByLabel(/^I join the/).check()
  const press = () => join.getByRole("button", { name: "Join the competition" }).click()
  await press()
  await expect(plain.getByRole("alert")).toHaveText("Name on the boards must not be a web address")
  await expect(name).toHaveValue("www.spam.example")
  await expect(join.getByLabel("Time zone")).toHaveValue("Europe/Oslo")
  await name.fill("Paula Plain")
  await signOutEverywhere(page)
  await press()
  await expect(plain.getByRole("alert")).toContainText("You were signed out, so nothing was saved.")
  await expect(name).toHaveValue("Paula Plain")
  const again = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage()
  await signIn(again, person)
  await again.goto(path)
  await expect(part(again, "Join the competition")).toBeVisible()
  await plain.context().addCookies(await again.context().cookies())
  await again.context().close()
  await press()
  await expect(plain.getByRole("heading", { level: 1 })).toHaveText("Hello, Paula Plain")
  await expect(plain.getByText("Three steps to get on the board")).toBeVisible()
  await plain.context().close()
})

test("the page can be read before its scripts have loaded, an open one shows what another device sends, and its links fit a phone", async ({
  page,
  site,
}) => {
  const caller = callerOf(site)
  const member = await caller.join("Lea Live", "public")
  await caller.upload(member, 90)
  await signIn(page, member)
  const counted = part(page, "My activities").getByText("Counted", { exact: true })
  const { devtools, releaseScripts } = await slowDown(page)
  await page.goto(path, { waitUntil: "commit" })
  await expect(counted).toHaveCount(1)
  releaseScripts()
  await devtools.detach()
  await expect(page.getByRole("button", { name: "Choose files" })).toBeEnabled()
  let loads = 0
  page.on("load", () => loads++)
  await caller.upload(member, 30)
  await expect(counted).toHaveCount(2)
  await expect(part(page, "Import activities").getByText("1 of 1 file read, 1 activity")).toHaveCount(2)
  expect(loads).toBe(0)

  // On a phone, links to the account's pages are in one line, with the current one in view.
  const links = page.getByRole("navigation", { name: "Account" }).getByRole("link")
  const inOneLine = async (label: string) => {
    await page.setViewportSize({ width: 320, height: 844 })
    await expect(links).toHaveCount(9)
    const tops = await links.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    await expect(links.filter({ hasText: label })).toBeInViewport({ ratio: 1 })
  }
  await inOneLine("Account")
  await page.goto("/account/security")
  await inOneLine("Security")
})
