/** The longer way to join, through the main buttons and the mailed link, up to a workout that waits for a review. */
import { encodeFit } from "#test/support/recordings.ts"
import { linkIn, signIn, somebody } from "./support/account.ts"
import { callerOf, joiningZone } from "./support/own-members.ts"
import { test } from "./support/own-site.ts"
import { expect } from "./support/test.ts"

test.use({ shared: true })

test("by the main buttons and one mailed link a first workout is uploaded in six presses, and a review is not shown as a step for the member", async ({
  browser,
  baseURL,
  mail,
}) => {
  const person = somebody("buttons")
  const own = await browser.newContext({ ...(baseURL ? { baseURL } : {}), timezoneId: joiningZone() })
  const page = await own.newPage()
  let presses = 0
  const press = async (doing: Promise<unknown>) => {
    await doing
    presses++
  }
  await page.goto("/")
  await press(page.getByRole("link", { name: "Join the Competition" }).first().click())
  await expect(page.getByRole("heading", { level: 1, name: "The two-week race" })).toBeVisible()
  await press(page.getByRole("link", { name: "Join the Competition" }).first().click())
  await page.getByLabel("Full name").fill("Bea Buttons")
  await page.getByRole("textbox", { name: /^Email/ }).fill(person.email)
  await press(page.getByRole("button", { name: "Agree and Join" }).click())
  await expect(page.getByText("Check your email for a confirmation link before signing in.")).toBeVisible()
  // In this browser, which requested the mail, the link needs no second press.
  await press(page.goto(linkIn(await mail({ to: person.email, subject: /Confirm/ }))))
  const steps = page.getByRole("region", { name: "Three steps to get on the board" })
  const chooser = page.waitForEvent("filechooser")
  await press(steps.getByRole("button", { name: "Add a workout" }).click())
  const startedAt = new Date(Date.now() - 130 * 60_000)
  // A marathon pace that only few people can hold, without a track.
  const run = encodeFit({
    sessions: [{ startedAt, sport: "running", timerS: 7200, elapsedS: 7200, distanceM: 39_500, records: 0 }],
  })
  await press(
    (await chooser).setFiles({ name: "fast.fit", mimeType: "application/octet-stream", buffer: run }),
  )
  expect(presses).toBeLessThanOrEqual(6)
  await expect(steps.getByText("In review")).toBeVisible()
  await expect(steps.getByText("a person takes a look first")).toBeVisible()
  await expect(steps.locator("[aria-current=step]")).toHaveCount(0)
  await own.close()
})

test("a member's invitation greets with their face and name, and joining through it uses the same screen", async ({
  page,
  site,
  browser,
}) => {
  const member = await callerOf(site).join("Ina Inviter", "public")
  await signIn(page, member)
  await page.goto("/community")
  await page.getByRole("link", { name: "Bring a Friend" }).click()
  const part = page.getByRole("region", { name: "Bring a friend" })
  await expect(part).toBeInViewport()
  await expect(part.getByRole("img", { name: "QR code of your invitation" })).toBeVisible()
  const address = /http\S+/.exec(await part.getByText("Join me:").innerText())?.[0] as string
  const friend = await (await browser.newContext()).newPage()
  await friend.goto(address)
  await expect(friend.getByText("Ina Inviter invites you")).toBeVisible()
  await expect(friend.getByRole("button", { name: "Agree and Join" })).toBeVisible()
  await friend.context().close()
})
