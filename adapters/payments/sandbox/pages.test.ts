/** The pages that stand in for Stripe's own, as used by browsers without scripts. */
import type Stripe from "stripe"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type PaymentsBench, paymentsBench } from "#test/support/payments-sandbox.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"

let tested: TestWorld
let bench: PaymentsBench
beforeAll(async () => {
  tested = await createTestWorld()
  bench = paymentsBench(tested)
})
afterAll(() => tested.close())

async function session(more: Partial<Stripe.Checkout.SessionCreateParams> = {}, name = "Starter Kit") {
  return await bench.stripe.checkout.sessions.create({
    mode: "payment",
    success_url: "http://b4m.test/checkout-success?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "http://b4m.test/checkout-cancel?a=1&b=2",
    line_items: [{ quantity: 1, price_data: { currency: "usd", unit_amount: 2900, product_data: { name } } }],
    ...more,
  })
}

const get = (path: string) => bench.sandbox.app.request(path)
const payPath = ({ id }: { id: string }) => `/payments-sandbox/pay/${id}`

test("the pay page says that it is a test, shows the item and price, and loads nothing from other sites", async () => {
  const answer = await get(payPath(await session()))
  const page = await answer.text()
  expect(page).toContain("Test payment. No money moves.")
  expect(page).toMatch(/Starter Kit<[^$]+\$29\.00/)
  expect(page).toContain("Pay $29.00")
  expect(page).toContain('href="http://b4m.test/checkout-cancel?a=1&amp;b=2"')
  expect(page).not.toMatch(/<script|style="|https?:\/\/(?!b4m\.test)/)
  expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'self';/)
  expect(answer.headers.get("cache-control")).toBe("no-store")
  for (const file of ["style.css", "archivo.woff2", "hanken-grotesk.woff2"])
    expect((await get(`/payments-sandbox/${file}`)).status).toBe(200)
})

test("text from outside is escaped", async () => {
  const evil = `"><script>alert(1)</script>`
  const made = await session({ custom_text: { submit: { message: evil } } }, evil)
  await bench.press(made.id, { choice: "fail", name: evil })
  const page = await (await get(`${payPath(made)}?declined&webhook=${encodeURIComponent(evil)}`)).text()
  expect(page).not.toContain("<script>")
  expect(page).toContain("&lt;script&gt;")
})

test("an invalid e-mail address has to be corrected, and the entered values are kept", async () => {
  const made = await session()
  const answer = await bench.press(made.id, { choice: "pay", email: "ana@", name: "Ana <Ruiz>" })
  expect(answer.status).toBe(400)
  const page = await answer.text()
  expect(page).toContain("Enter an email address")
  expect(page).toContain('value="ana@"')
  expect(page).toContain("Ana &lt;Ruiz&gt;")
  expect((await bench.stripe.checkout.sessions.retrieve(made.id)).status).toBe("open")
})

test("a customer's known address is not requested again, and a gift is donated", async () => {
  const { id: customer } = await bench.stripe.customers.create({ email: "kept@mail.test" })
  const page = await (await get(payPath(await session({ customer, submit_type: "donate" })))).text()
  expect(page).toMatch(/value="kept@mail\.test" readonly/)
  expect(page).toContain("Donate $29.00")
})

test("the page reports a session that is paid, expired or unknown, and a form that is unreadable", async () => {
  const paid = await session()
  await bench.press(paid.id, { choice: "pay" })
  const over = await (await get(payPath(paid))).text()
  expect(over).toContain("Already paid")
  expect(over).toContain(`http://b4m.test/checkout-success?session_id=${paid.id}`)
  const expired = await session()
  await bench.stripe.checkout.sessions.expire(expired.id)
  expect(await (await get(payPath(expired))).text()).toContain("This page has expired")
  expect((await bench.press(expired.id, { choice: "pay" })).headers.get("location")).toContain(expired.id)
  expect((await get(payPath({ id: "cs_test_none" }))).status).toBe(404)
  expect((await get("/payments-sandbox/portal/bps_none")).status).toBe(404)
  expect((await bench.press(paid.id, { choice: "steal" })).status).toBe(400)
})

test("a link to the portal is valid for an hour", async () => {
  const { id: customer } = await bench.stripe.customers.create({ email: "p@mail.test" })
  const { url } = await bench.stripe.billingPortal.sessions.create({
    customer,
    return_url: "http://b4m.test/account",
  })
  const page = await (await get(new URL(url).pathname)).text()
  expect(page).toContain("You have no subscription.")
  expect(page).toContain('href="http://b4m.test/account"')
  tested.clock.advance(3600_000)
  expect((await get(new URL(url).pathname)).status).toBe(404)
})

test("idempotency keys are deleted after a day and events after a month", async () => {
  const count = async () => {
    const [row] = await tested.world.db.sql<{ answers: number; events: number }>`
      select (select count(*)::int from private.payments_sandbox_answers) as answers,
        (select count(*)::int from private.payments_sandbox_objects where object = 'event') as events
    `
    return row
  }
  expect((await count())?.answers).toBeGreaterThan(0)
  tested.clock.advance(86_401_000)
  await bench.sandbox.catchUp()
  expect((await count())?.answers).toBe(0)
  expect((await count())?.events).toBeGreaterThan(0)
  tested.clock.advance(31 * 86_400_000)
  await bench.sandbox.catchUp()
  // Events whose delivery is pending are kept.
  expect((await count())?.events).toBeGreaterThan(0)
  await bench.work(async () => new Response())
  await bench.sandbox.catchUp()
  expect((await count())?.events).toBe(0)
})
