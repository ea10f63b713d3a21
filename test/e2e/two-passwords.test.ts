/** Somebody signs up with an address for which another password was given before. */
import { expectSignedIn, keysOfServer, linkIn, somebody } from "./support/account.ts"
import { expect, test } from "./support/test.ts"

test("two passwords for one address: the person who opens the link chooses", async ({ page, mail }) => {
  const person = somebody("contested")
  const { publishable, secret } = await keysOfServer()
  const post = async (path: string, key: string, body: object, status = 200) => {
    const answer = await fetch(`${process.env.SITE_ADDRESS}/auth/v1/${path}`, {
      method: "POST",
      headers: { apikey: key, authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ email: person.email, data: { full_name: "A Stranger" }, ...body }),
    })
    expect(answer.status).toBe(status)
  }
  // The first one is created without a mail, because the service sends an address at most one mail a minute.
  await post("admin/generate_link", secret, { type: "signup", password: "a strangers guess 1" })
  await post("signup", publishable, { password: person.password })
  await page.goto(linkIn(await mail({ to: person.email, subject: /Confirm/ })))
  await expect(page.getByRole("heading", { name: "Choose your password" })).toBeVisible()
  await page.getByLabel("Full name").fill("Ada Vale")
  await page.getByLabel("Password").fill(person.password)
  await page.getByRole("main").getByRole("button", { name: "Save the password" }).click()
  await expect(page).toHaveURL(/\/$/)
  await expectSignedIn(page)
  await post("token?grant_type=password", publishable, { password: "a strangers guess 1" }, 400)
  await post("token?grant_type=password", publishable, { password: person.password })
})
