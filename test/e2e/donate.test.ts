/** Giving: a custom amount, a monthly gift, and an invalid amount. */
import { somebody } from "./support/account.ts"
import { openCheckout } from "./support/checkout.ts"
import { expect, test } from "./support/test.ts"

test("a custom amount is validated beside its field and donated once, and a monthly gift names its terms", async ({
  page,
  mail,
}) => {
  const { email } = somebody("giver")
  await page.goto("/donate")
  const amount = page.getByLabel("Custom Amount")
  const give = page.getByRole("button", { name: "Give this amount" })
  for (const [typed, problem] of [
    ["0.50", "Enter an amount from $1 to $10,000."],
    ["much", "Enter an amount in dollars, such as 40 or 12.50."],
  ] as const) {
    await amount.fill(typed)
    await give.click()
    await expect(amount).toBeFocused()
    await expect(amount).toHaveAccessibleDescription(new RegExp(problem.replace(/[$.]/g, "\\$&")))
    await expect(amount).toHaveAttribute("aria-invalid", "true")
  }
  await amount.fill("$1,040")
  await expect(amount).not.toHaveAttribute("aria-invalid", "true")
  const tab = await openCheckout(page, "Give this amount")
  await tab.getByRole("textbox", { name: /^Email/ }).fill(email)
  await tab.getByRole("button", { name: "Donate $1,040.00" }).click()
  await expect(tab.getByRole("heading", { level: 1 })).toHaveText("Payment Successful")
  await expect(tab.getByRole("region", { name: "Your order" })).toContainText("$1,040")
  expect((await mail({ to: email })).text).toContain("$1,040")

  // A monthly gift names its terms before and on the payment page.
  await tab.close()
  const button = page.getByRole("button", { name: "Give $25 every month" })
  await expect(button).toHaveAccessibleDescription(/again every month until you cancel/)
  await page.getByRole("checkbox", { name: "I agree to pay the amount I choose today" }).check()
  const monthly = await openCheckout(page, "Give $25 every month")
  await expect(monthly.getByText(/You pay \$25 today and again every month until you cancel/)).toBeVisible()
  await monthly.getByRole("textbox", { name: /^Email/ }).fill(somebody("monthly").email)
  await monthly.getByRole("button", { name: "Subscribe" }).click()
  const order = monthly.getByRole("region", { name: "Your order" })
  await expect(order).toContainText("Monthly Donation")
  await expect(order).toContainText("$25/month")
})
