/** Webhook events: behavior on which the adapter, Stripe's own SDK and the sandbox must agree. */
import type Stripe from "stripe"
import { afterAll, expect, test } from "vitest"
import { pendingDeliveries, recordsOf } from "#test/stand-ins/payments-records.ts"
import { openPaymentsConformance, request, types } from "#test/support/payments-conformance.ts"
import { testKeys } from "#test/support/payments-sandbox.ts"

const { bench, tested, opened, received, close } = await openPaymentsConformance()
afterAll(close)

const event = (about: object) =>
  JSON.stringify({ id: "evt_1", object: "event", created: 1_800_000_000, ...about })
const header = (payload: string, more: Partial<Stripe.WebhookTestHeaderOptions> = {}) =>
  bench.stripe.webhooks.generateTestHeaderString({
    payload,
    secret: testKeys.webhookSecret,
    timestamp: Math.floor(tested.world.now().getTime() / 1000),
    ...more,
  })

test("signed events are read, whichever implementation signed them with the secret", async () => {
  const payload = event({ type: "customer.subscription.updated", data: { object: { id: "sub_1" } } })
  expect(await bench.payments.readEvent(payload, header(payload))).toEqual({
    ok: true,
    value: {
      id: "evt_1",
      type: "customer.subscription.updated",
      createdAt: new Date(1_800_000_000_000),
      about: "subscription",
      subscriptionId: "sub_1",
    },
  })
  const other = event({ type: "price.created", data: { object: { id: "price_1" } } })
  expect(await bench.payments.readEvent(other, header(other))).toMatchObject({ value: { about: "other" } })
})

test("forged, modified, old, unsigned and unreadable events are rejected", async () => {
  const payload = event({ type: "invoice.paid", data: { object: { id: "in_1" } } })
  const now = Math.floor(tested.world.now().getTime() / 1000)
  const forged = { ok: false, code: "forged" }
  const read = bench.payments.readEvent
  expect(await read(payload, header(payload, { secret: "whsec_other" }))).toMatchObject(forged)
  expect(await read(payload.replace("in_1", "in_2"), header(payload))).toMatchObject(forged)
  expect(await read(payload, header(payload, { timestamp: now - 301 }))).toMatchObject(forged)
  expect(await read(payload, header(payload, { timestamp: now - 299 }))).toMatchObject({ ok: true })
  expect(await read(payload, undefined)).toMatchObject(forged)
  expect(await read("not json", header("not json"))).toMatchObject(forged)
  for (const signature of ["t=1,v1=00", "t=,v1=", "t=1,v1=,v1=00", "v1", "t=1", ""])
    expect(await read("", signature), signature).toMatchObject(forged)
})

test("the adapter reads the events that the sandbox sends", async () => {
  await received()
  const { id } = await opened(request())
  await bench.press(id, { choice: "pay" })
  const abouts: string[] = []
  await bench.work(async (webhook) => {
    const read = await bench.payments.readEvent(
      await webhook.text(),
      webhook.headers.get("stripe-signature") ?? undefined,
    )
    if (read.ok) abouts.push(read.value.about)
    return new Response(null, { status: read.ok ? 200 : 400 })
  })
  expect(abouts).toEqual(["other", "other", "other", "checkout"])
})

test.each([
  [
    "normal",
    ["payment_intent.created", "charge.succeeded", "payment_intent.succeeded", "checkout.session.completed"],
  ],
  [
    "reversed",
    ["checkout.session.completed", "payment_intent.succeeded", "charge.succeeded", "payment_intent.created"],
  ],
])("events arrive %s", async (webhook, order) => {
  const { id } = await opened(request())
  await bench.press(id, { choice: "pay", webhook })
  expect(types(await received())).toEqual(order)
})

test("events arrive twice with the same id, and late", async () => {
  const { id } = await opened(request())
  await bench.press(id, { choice: "pay", webhook: "twice" })
  const twice = await received()
  expect(twice).toHaveLength(8)
  expect(new Set(twice.map((event) => event.id)).size).toBe(4)
  const late = await opened(request())
  await bench.press(late.id, { choice: "pay", webhook: "late" })
  tested.clock.advance(9_000)
  expect(await received()).toEqual([])
  tested.clock.advance(1_000)
  expect(await received()).toHaveLength(4)
})

test("only events that were not accepted are sent again", async () => {
  const { id } = await opened(request())
  await bench.press(id, { choice: "pay" })
  const [job] = tested.jobs.filter((one) => one.queue === "payments-sandbox")
  const tries: string[] = []
  const send = (refused: string) => async (webhook: Request) => {
    const { type } = (await webhook.json()) as { type: string }
    tries.push(type)
    if (type === refused) throw new Error("connection refused")
    return new Response("ok")
  }
  await expect(bench.work(send("charge.succeeded"))).rejects.toThrow("charge.succeeded (not reached)")
  const { db } = tested.world
  const refused = (await recordsOf<Stripe.Event>(db, "event", { type: "charge.succeeded" })).at(-1)
  expect(await pendingDeliveries(db, refused?.id ?? "")).toBe(1)
  // As the queue does with a failed job.
  if (job) tested.jobs.push(job)
  await bench.work(send(""))
  expect(tries.slice(4)).toEqual(["charge.succeeded"])
  expect(await pendingDeliveries(db, refused?.id ?? "")).toBe(0)
})
