/** A session joined and left: by mail without an account, and signed in. */
import { randomUUID } from "node:crypto"
import type { Page } from "@playwright/test"
import { makeAccount, signIn, somebody } from "./support/account.ts"
import { age } from "./support/stamps.ts"
import { expect, test } from "./support/test.ts"

const card = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) })

test("three sessions have spots and one is past; a guest reserves by mail, confirms, and gives the spot up", async ({
  page,
  mail,
}) => {
  const email = `runner-${randomUUID().slice(0, 8)}@example.com`
  await page.goto("/events")
  for (const [title, badge] of [
    ["Sunrise Run", /2[0-5] spots left/],
    ["Saturday Long Run", /\d+ spots left/],
    ["Sunday Recovery Session", /\d+ spots left/],
    ["Triathlon Brick Session", /Past event/],
  ] as const)
    await expect(card(page, title)).toContainText(badge)
  await expect(card(page, "Triathlon Brick Session").getByText("Join This Event")).toHaveCount(0)

  const run = card(page, "Sunday Recovery Session")
  const third = run.getByLabel("Day").locator("option").nth(2)
  const left = Number(/(\d+) left/.exec(await third.innerText())?.[1] ?? 20)
  await run.getByText("Join This Event").click()
  await run.getByLabel("Day").selectOption({ index: 2 })
  await run.getByLabel("Name").fill("Ada Vale")
  await run.getByRole("textbox", { name: /^Email/ }).fill(email)
  await age(run.getByRole("form"), "event-sunday-recovery-session")
  await run.getByRole("button", { name: "Reserve my spot" }).click()
  await expect(run.getByRole("heading", { name: "Check your email" })).toBeFocused()

  const text = (await mail({ to: email, subject: /^Confirm your spot/ })).text ?? ""
  const link = /http\S+\/events\/spot\/\w+/.exec(text)?.[0] ?? ""
  await page.goto(link)
  await page.getByRole("button", { name: "Confirm my spot" }).click()
  await expect(page.getByRole("heading", { name: "You have a spot" })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Add to my calendar" }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^sunday-recovery-session-\d{4}-\d\d-\d\d\.ics$/)
  await mail({ to: email, subject: /^Your spot/ })
  // A live page may be a second old, so what was confirmed shows on this load or on a later one.
  await expect(async () => {
    await page.goto("/events")
    await expect(third).toContainText(`${left - 1} left`, { timeout: 100 })
  }).toPass()

  await page.goto(link)
  await page.getByRole("button", { name: "Give up my spot" }).click()
  await expect(page.getByRole("heading", { name: "You are not coming" })).toBeVisible()
  await page.getByRole("button", { name: "I am coming after all" }).click()
  await expect(page.getByRole("heading", { name: "You have a spot" })).toBeVisible()
})

test("a member reserves with one press and gives it up with another", async ({ page, mail }) => {
  const person = somebody("runner")
  await makeAccount(person)
  await signIn(page, person)
  await page.goto("/events")
  const run = card(page, "Sunrise Run")
  await run.getByText("Join This Event").click()
  await expect(run.getByRole("textbox", { name: /^Email/ })).toHaveCount(0)
  await run.getByRole("button", { name: "Reserve my spot" }).click()
  await expect(run.getByText("You have a spot. We will remind you the day before.")).toBeVisible()
  await expect(run.getByText("24 spots left")).toBeVisible()
  await mail({ to: person.email, subject: /^Your spot/ })
  await run.getByRole("button", { name: "Give up my spot" }).click()
  await expect(run.getByRole("button", { name: "Reserve my spot" })).toBeVisible()
  await expect(run.getByText("25 spots left")).toBeVisible()
})
