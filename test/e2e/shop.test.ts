/**
 * Buying: paid, failed and canceled payments, a subscription and its end, a failed checkout, and the shop without
 * JavaScript. What is sold, charged and refunded is tested in domain/shop.
 */
import { toasts } from "#content/messages.ts"
import { makeAccount, signIn, somebody } from "./support/account.ts"
import { openCheckout } from "./support/checkout.ts"
import { expect, test } from "./support/test.ts"

test("a product is paid for in a new tab, after turning back and a declined card once, and the order is shown with its receipt", async ({
  page,
  mail,
}) => {
  const { email } = somebody("buyer")
  await page.goto("/shop")
  const requests: string[] = []
  page.on("request", (request) => void requests.push(request.url()))
  const first = await openCheckout(page, "Buy Now TikTok Shop Setup")
  expect(await first.evaluate(() => window.opener)).toBeNull()
  expect(requests.filter((url) => url.includes("create-checkout"))).toHaveLength(1)
  // A signed-out visitor needs no client for it.
  expect(requests.filter((url) => url.includes("supabase"))).toEqual([])
  await expect(page.getByText("The payment page is open in a new tab.")).toBeVisible()

  await first.getByRole("link", { name: "Cancel and go back" }).click()
  await expect(first.getByRole("heading", { level: 1 })).toHaveText("Payment Cancelled")
  await expect(first.getByText("No charge was made.")).toBeVisible()
  const tab = await openCheckout(first, "Try TikTok Shop Setup again, $499")
  await expect(tab.getByRole("heading", { name: "TikTok Shop Setup" })).toBeVisible()
  await tab.getByRole("textbox", { name: /^Email/ }).fill(email)
  await tab.getByRole("button", { name: "Let the payment fail" }).click()
  await expect(tab.getByRole("alert")).toContainText("declined")
  await tab.getByRole("textbox", { name: /^Email/ }).fill(email)
  await tab.getByRole("button", { name: "Pay $499.00" }).click()

  await expect(tab).toHaveURL(/\/checkout-success\?session_id=/)
  await expect(tab.getByRole("heading", { level: 1 })).toHaveText("Payment Successful")
  const order = tab.getByRole("region", { name: "Your order" })
  await expect(order).toContainText("TikTok Shop Setup")
  await expect(order).toContainText("$499")
  await expect(order).toContainText(`${email[0]}***@example.com`)
  await expect(order).toContainText("No money moved")
  expect((await mail({ to: email })).text).toContain("$499")
})

test("the return page waits for a bank, and reports a declined payment", async ({ page }) => {
  await page.goto("/for-brands")
  const tab = await openCheckout(page, "Start an Activation")
  await tab.getByRole("textbox", { name: /^Email/ }).fill(somebody("debit").email)
  await tab.getByText("Pay by bank debit instead").click()
  await tab.getByRole("button", { name: "Debit that is refused" }).click()
  await expect(tab.getByRole("heading", { level: 1 })).toHaveText("One moment")
  await expect(tab.getByText("This page updates automatically.")).toBeVisible()
  await expect(tab.getByRole("heading", { level: 1 })).toHaveText("Payment Failed")
  await expect(tab.getByRole("link", { name: "Back to Shop" })).toBeVisible()
})

test("an order that nobody made is not found", async ({ request }) => {
  const answer = await request.get("/checkout-success?session_id=cs_test_nobody")
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toMatch(/<h1[^>]*>We do not know this order</)
})

test("a member subscribes, finds order and receipt in the account, which waits for them without a connection, and cancels on the billing page", async ({
  page,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  const person = somebody("member")
  await makeAccount(person)
  await signIn(page, person)
  await page.goto("/for-creators")
  await expect(page.getByText(/You pay \$14\.99 today and again every month until you cancel/)).toBeVisible()
  const agree = page.getByRole("checkbox", { name: "I agree to pay $14.99 today" })
  await expect(agree).not.toBeChecked()
  await page.getByRole("button", { name: "Join the Group" }).click()
  await expect(agree).toBeFocused()
  await agree.check()
  const tab = await openCheckout(page, "Join the Group")
  await expect(tab.getByText(/again every month until you cancel/)).toBeVisible()
  // Orders that wait for a payment stay while the connection is lost, and are looked at again after it.
  await page.clock.install()
  await page.goto("/account/orders")
  const orders = page.getByRole("region", { name: "My orders" })
  await expect(orders.getByText("Not paid yet")).toBeVisible()
  await page.context().setOffline(true)
  await page.clock.runFor(40_000)
  await expect(orders.getByText("Not paid yet")).toBeVisible()
  await page.context().setOffline(false)
  await tab.getByRole("button", { name: "Subscribe" }).click()
  await expect(tab.getByRole("heading", { level: 1 })).toHaveText("Payment Successful")
  await page.clock.runFor(40_000)
  await expect(orders.getByText("Paid", { exact: true })).toBeVisible()

  const subscriptions = page.getByRole("region", { name: "My subscriptions" })
  // The service tells of the subscription after the payment.
  const read = async () => (await page.request.get("/account/orders")).text()
  await expect.poll(read).toMatch(/My subscriptions[\s\S]*Active/)
  await page.reload()
  await expect(subscriptions.getByText("Active")).toBeVisible()
  await orders.getByText("Receipt").click()
  await expect(orders.getByText("Charged")).toBeVisible()
  await expect(orders.getByText("$14.99").last()).toBeVisible()

  const opening = page.waitForEvent("popup")
  await subscriptions.getByRole("button", { name: /^Manage billing/ }).click()
  const portal = await opening
  await portal.getByRole("button", { name: "Cancel the subscription" }).click()
  await expect(portal.getByText(/you will not be charged again/)).toBeVisible()
  await portal.getByRole("link", { name: "Back to" }).click()
  await expect(portal).toHaveURL(/\/account\/orders/)
  await expect.poll(read).toMatch(/My subscriptions[\s\S]*Canceled/)
})

test("if no checkout can be created a toast says so and the empty tab is closed", async ({
  page,
  problems,
}) => {
  problems.expect(/create-checkout|500/)
  let asked = 0
  await page.route("**/functions/v1/create-checkout", (route) => {
    asked++
    return asked <= 2
      ? route.abort()
      : route.fulfill({ status: 500, json: { error: "Broken", code: "broken" } })
  })
  await page.goto("/shop")
  const buy = page.getByRole("button", { name: "Buy Now Product Activation" })
  for (const expectedCalls of [2, 3]) {
    const opening = page.waitForEvent("popup")
    await buy.click()
    const tab = await opening
    const toast = page.getByRole("listitem").filter({ hasText: toasts.checkout_failed.description })
    await expect(toast.getByText(toasts.checkout_failed.title, { exact: true })).toBeVisible()
    // It does not disappear while the visitor is using it.
    await toast.hover()
    await expect.poll(() => tab.isClosed()).toBe(true)
    // A click without a response is retried once; a refused one is not.
    expect(asked).toBe(expectedCalls)
    await toast.getByRole("button", { name: "Dismiss" }).click()
    await expect(toast).toHaveCount(0)
    await expect(buy).toHaveText(/Buy Now/)
  }
})

test("the shop and donations work before any script, through forms", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto("/shop")
  await page.getByRole("checkbox", { name: "I agree to pay $14.99 today" }).check()
  const tab = await openCheckout(page, "Buy Now Built 2 Scale Group")
  await expect(tab.getByRole("heading", { name: "Built 2 Scale Group" })).toBeVisible()
  await expect(tab.getByRole("button", { name: "Subscribe" })).toBeVisible()

  await page.goto("/donate")
  await page.getByLabel("Custom Amount").fill("10,001")
  await page.getByRole("button", { name: "Give this amount" }).click()
  await expect(page.getByText("Enter an amount from $1 to $10,000.")).toBeVisible()
  await expect(page.getByLabel("Custom Amount")).toHaveValue("10,001")
  await page.getByLabel("Custom Amount").fill("12.50")
  await page.getByRole("button", { name: "Give this amount" }).click()
  await expect(page.getByRole("button", { name: "Donate $12.50" })).toBeVisible()
  await context.close()
})
