/** A list of mails from the sign-up to the unsubscription: the form, the links in mails, and their pages. */
import { randomUUID } from "node:crypto"
import type { Email } from "postal-mime"
import { age } from "./support/stamps.ts"
import { expect, test } from "./support/test.ts"

const linkTo = (mail: Email, page: string) => {
  const link = new RegExp(`^http\\S+/${page}/\\S+$`, "m").exec(mail.text ?? "")?.[0]
  if (!link) throw new Error(`The mail "${mail.subject}" has no link to ${page}`)
  return link
}

test("sign up, confirm with one press, change subscriptions, unsubscribe", async ({
  page,
  request,
  mail,
}) => {
  const email = `reader-${randomUUID().slice(0, 8)}@example.com`
  await page.goto("/social-media-planner-waitlist")
  const form = page.getByRole("form", { name: /Waitlist/ })
  await form.getByLabel("Name").fill("Ada")
  await form.getByRole("textbox", { name: /^Email/ }).fill(email)
  await age(form, "social-media-planner-waitlist")
  await form.getByRole("button", { name: "Join the Waitlist" }).click()
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible()

  const confirmLink = linkTo(await mail({ to: email, subject: /^Confirm/ }), "confirm")
  // A scanner opens it, even more than once; this confirms nothing.
  for (let n = 0; n < 3; n++) expect((await request.get(confirmLink)).status()).toBe(200)
  await page.goto(confirmLink)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm your address")
  await page.getByRole("button", { name: "Confirm my address" }).click()
  await expect(page.getByText(/You are number \d+/)).toBeVisible()

  const preferences =
    (await mail({ to: email, subject: /^You are number/ })).text?.match(/http\S+\/preferences\/\w+/)?.[0] ??
    ""
  await page.goto(preferences)
  await page.getByLabel(/The weekly newsletter/).check()
  await page.getByLabel(/The creator newsletter/).check()
  await page.getByLabel(/The Social Media Planner waitlist/).uncheck()
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await expect(page.getByText("Saved.")).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(/The weekly newsletter/)).toBeChecked()
  await expect(page.getByLabel(/The creator newsletter/)).toBeChecked()
  await expect(page.getByLabel(/The Social Media Planner waitlist/)).not.toBeChecked()

  // The plain link: a page, then one press.
  const token = preferences.split("/").at(-1)
  await page.goto(`/unsubscribe/newsletter/${token}`)
  await expect(page.getByRole("heading", { name: "Leave this list?" })).toBeVisible()
  await page.getByRole("button", { name: "Unsubscribe" }).click()
  await expect(page.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible()

  // A mail program's button (RFC 8058): a POST without cookies or origin; no redirect; repeating it is harmless.
  for (let n = 0; n < 2; n++) {
    const pressed = await request.post(`/unsubscribe/creator-newsletter/${token}`, {
      headers: { origin: "null", "sec-fetch-site": "cross-site" },
      form: { "List-Unsubscribe": "One-Click" },
      maxRedirects: 0,
    })
    expect(pressed.status()).toBe(200)
  }
  await page.goto(preferences)
  for (const box of await page.getByRole("checkbox").all()) await expect(box).not.toBeChecked()
})

test("wrong or truncated links say so", async ({ request }) => {
  const wrong = "0".repeat(40)
  for (const path of [
    `/confirm/${wrong}`,
    `/preferences/${wrong}`,
    `/unsubscribe/newsletter/${wrong}`,
    `/events/spot/${wrong}`,
  ]) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(404)
    expect(await answer.text(), path).toMatch(/<h1[^>]*>This link does not work<\/h1>/)
  }
})
