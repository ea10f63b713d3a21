/** The response to a checkout form submitted without JavaScript. */
import { RouterContextProvider } from "react-router"
import { afterEach, beforeEach, expect, test } from "vitest"
import { messages } from "#content/messages.ts"
import { agreedRenewal, renewalNotAgreed } from "#content/renewal-terms.ts"
import { createShop, orders, type Shop, starterKit } from "#test/support/shop.ts"
import { visit, world } from "../context.ts"
import { answerCheckout } from "./answer-checkout.ts"

let shop: Shop
let allowed: boolean
beforeEach(async () => {
  shop = await createShop()
  allowed = true
})
afterEach(() => shop.close())

async function send(asked: { productName: string; price: number; mode: string; agreed?: boolean }) {
  const context = new RouterContextProvider()
  context.set(world, shop.world)
  context.set(visit, {
    requestId: "1",
    nonce: "",
    sender: { ip: null, userAgent: null },
    signedIn: async () => null,
    take: async () => allowed,
    embeds: {},
  })
  const { data, init } = await answerCheckout(context, { agreed: false, ...asked })
  return { ...data, status: init?.status ?? 200 }
}

const failed = (status: number) => ({ ok: false, problem: messages.checkout_failed, status })

test("leads to the payment page", async () => {
  expect(await send(starterKit)).toEqual({
    ok: true,
    status: 200,
    url: expect.stringContaining("/payments-sandbox/pay/"),
  })
})

test("every failure shows the sentence of the specification, and creates no order", async () => {
  expect(await send({ ...starterKit, price: 1 })).toEqual(failed(409))
  expect(await send({ ...starterKit, productName: "Moon" })).toEqual(failed(404))
  expect(await send({ productName: "null", price: Number.NaN, mode: "null" })).toEqual(failed(404))
  allowed = false
  expect(await send(starterKit)).toEqual(failed(429))
  expect(await orders(shop)).toEqual([])
})

test("a payment service that is off, refuses, or cannot be reached also shows its sentence", async () => {
  const { payments } = shop
  shop.world.payments = {
    ...payments,
    openCheckout: async () => ({ ok: false, code: "refused", message: "No" }),
  }
  expect(await send(starterKit)).toEqual(failed(502))
  shop.world.payments = {
    ...payments,
    openCheckout: () => Promise.reject(new Error("ECONNREFUSED")),
  }
  expect(await send(starterKit)).toEqual(failed(502))
  delete shop.world.payments
  expect(await send(starterKit)).toEqual(failed(503))
})

test("an automatically renewing product is sold only with the box checked, and its text and time are stored", async () => {
  const monthly = { productName: "Built 2 Scale Group", price: 14.99, mode: "subscription" }
  expect(await send(monthly)).toEqual({ ok: false, problem: renewalNotAgreed, status: 422 })
  expect(await orders(shop)).toEqual([])
  expect(await send({ ...monthly, agreed: true })).toMatchObject({ ok: true })
  expect(await send({ ...starterKit, agreed: true })).toMatchObject({ ok: true })
  const kept = await shop.world.db.sql`select mode, consent_text, consent_at from orders order by mode`
  expect(kept).toEqual([
    { mode: "payment", consent_text: null, consent_at: null },
    {
      mode: "subscription",
      consent_text: agreedRenewal({ terms: "$14.99", box: "$14.99" }),
      consent_at: shop.world.now(),
    },
  ])
})
