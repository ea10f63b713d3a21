/** Events of the payment service: signed by its own SDK, then replayed, reordered, forged and sent concurrently. */
import { createHash } from "node:crypto"
import { afterEach, beforeEach, expect, test } from "vitest"
import {
  addOrders,
  chargeOf,
  click,
  coaching,
  createShop,
  eventOf,
  orders,
  press,
  type Shop,
  sessionOf,
  signatureOf,
} from "#test/support/shop.ts"

let shop: Shop
beforeEach(async () => {
  shop = await createShop()
})
afterEach(() => shop.close())

const keptEvents = () => shop.world.db.sql<{ id: string }>`select id from private.payment_events`
const one = async () => (await addOrders(shop, 1))[0] as string

test("A forged, altered or old event is refused with 400 and changes nothing", async () => {
  const order = await one()
  const event = eventOf("checkout.session.completed", sessionOf(order))
  const body = JSON.stringify(event)
  const now = shop.world.now()
  const headers = [
    signatureOf(body, now, "whsec_of_somebody_else"),
    signatureOf(JSON.stringify({ ...event, id: "evt_other" }), now),
    signatureOf(body, new Date(now.getTime() - 301_000)),
    signatureOf(body, new Date(now.getTime() + 3_600_000)),
    "t=1,v1=00",
    "",
  ]
  for (const header of headers) expect(await shop.send(event, header)).toBe(400)
  expect((await orders(shop)).map(({ state }) => state)).toEqual(["pending"])
  expect(await keptEvents()).toEqual([])
  // The same body with a valid signature.
  expect(await shop.send(event)).toBe(200)
  expect((await orders(shop)).map(({ state, email }) => [state, email])).toEqual([
    ["paid", "mara@northline.example"],
  ])
})

test("A signed body that is not an event is refused with 400 and changes nothing", async () => {
  const order = await one()
  const session = sessionOf(order)
  const bodies = [
    null,
    7,
    "event",
    [],
    {},
    { id: "evt_1", type: "checkout.session.completed", created: 1_800_000_000 },
    eventOf("checkout.session.completed", { ...session, id: undefined }),
    eventOf("checkout.session.completed", { ...session, amount_total: "all" }),
    eventOf("checkout.session.completed", { ...session, expires_at: 1e300 }),
    eventOf("checkout.session.completed", { ...session, customer_details: { name: "a\0b" } }),
    eventOf("checkout.session.completed", { ...session, client_reference_id: { a: 1 } }),
    eventOf("charge.refunded", { ...chargeOf(order, 500), amount_refunded: 1.5 }),
    eventOf("charge.dispute.created", { payment_intent: "pi_1" }),
    eventOf("invoice.paid", {}),
    { ...eventOf("charge.refunded", chargeOf(order, 500)), created: "today" },
    { ...eventOf("charge.refunded", chargeOf(order, 500)), id: { a: 1 } },
  ] as object[]
  for (const body of bodies) expect(await shop.send(body), JSON.stringify(body)).toBe(400)
  expect((await orders(shop)).map(({ state }) => state)).toEqual(["pending"])
  expect(await keptEvents()).toEqual([])
})

test("A repeated event changes nothing, and foreign events are accepted and ignored", async () => {
  const order = await one()
  const event = eventOf("checkout.session.completed", sessionOf(order))
  for (let time = 0; time < 3; time++) expect(await shop.send(event)).toBe(200)
  await shop.settle()
  await shop.settle()
  expect(shop.mails.filter(({ kind }) => kind === "order.receipt")).toHaveLength(1)
  expect(await keptEvents()).toHaveLength(1)
  for (const foreign of [
    eventOf("checkout.session.completed", sessionOf("order-of-another-shop")),
    eventOf("checkout.session.completed", sessionOf("00000000-0000-4000-8000-000000000000")),
    eventOf("product.created", { id: "prod_1", object: "product" }),
  ])
    expect(await shop.send(foreign)).toBe(200)
  expect(await orders(shop)).toHaveLength(1)
})

test("Events that arrive in any order lead to the same state", async () => {
  const news: [string, (order: string) => object][] = [
    [
      "completed",
      (order) => eventOf("checkout.session.completed", sessionOf(order, { payment_status: "unpaid" })),
    ],
    ["succeeded", (order) => eventOf("checkout.session.async_payment_succeeded", sessionOf(order))],
    ["partial refund", (order) => eventOf("charge.refunded", chargeOf(order, 500))],
    ["full refund", (order) => eventOf("charge.refunded", chargeOf(order, 2900))],
  ]
  for (const sequence of permutations(news)) {
    const order = await one()
    for (const [, make] of sequence) expect(await shop.send(make(order))).toBe(200)
    const [row] = await shop.world.db.sql`
      select state, total_cents, refunded_cents, paid_at is not null as paid, email from orders where id = ${order}
    `
    expect(row, sequence.map(([name]) => name).join(", ")).toEqual({
      state: "refunded",
      total_cents: 2900,
      refunded_cents: 2900,
      paid: true,
      email: "mara@northline.example",
    })
  }
})

test("A dispute is reported once, and its outcome is not overwritten by late updates", async () => {
  const order = await one()
  await shop.send(eventOf("checkout.session.completed", sessionOf(order)))
  const dispute = (status: string) => ({
    id: "dp_1",
    object: "dispute",
    payment_intent: `pi_${order}`,
    created: 1_795_000_000,
    status,
  })
  const state = async () => (await orders(shop))[0]?.state
  await shop.send(eventOf("charge.dispute.created", dispute("needs_response")))
  await shop.settle()
  expect(await state()).toBe("disputed")
  await shop.send(eventOf("charge.dispute.closed", dispute("won")))
  await shop.send(eventOf("charge.dispute.updated", dispute("under_review")))
  await shop.settle()
  expect(await state()).toBe("paid")
  expect(shop.mails.filter(({ kind }) => kind === "order.disputed")).toHaveLength(1)
  await shop.send(
    eventOf("charge.dispute.closed", { ...dispute("lost"), id: "dp_2", created: 1_796_000_000 }),
  )
  expect(await state()).toBe("disputed")
})

test("Events of a subscription may arrive in any order: its current state is fetched", async () => {
  const { url } = await click(shop, coaching)
  await press(shop, url, "pay")
  await shop.deliver({ lost: true })
  const told = await shop.world.db.sql<{ data: { id: string } }>`
    select data from private.payments_sandbox_objects where object = 'event' order by position
  `
  expect(told.length).toBeGreaterThanOrEqual(3)
  for (const { data } of told.toReversed()) expect(await shop.send(data)).toBe(200)
  for (const { data } of told) expect(await shop.send(data)).toBe(200)
  expect(await shop.world.db.sql`select state, ended_at from paid_subscriptions`).toEqual([
    { state: "active", ended_at: null },
  ])
  expect((await orders(shop)).map(({ state, total_cents }) => [state, total_cents])).toEqual([
    ["paid", 29900],
  ])
})

test("A fetch that starts earlier and ends later does not overwrite the newer state", async () => {
  const { url } = await click(shop, coaching)
  await press(shop, url, "pay")
  await shop.deliver()
  const [row] = await shop.world.db.sql<{ id: string }>`select id from paid_subscriptions`
  const id = row?.id ?? ""
  const { payments } = shop
  const hold = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const read = payments.subscription
  payments.subscription = async (wanted) => {
    const answer = await read(wanted)
    begun.resolve()
    await hold.promise
    return answer
  }
  const slow = shop.send(eventOf("customer.subscription.updated", { id, object: "subscription" }))
  await begun.promise
  payments.subscription = read
  await payments.cancelSubscription(id, "now")
  expect(await shop.send(eventOf("customer.subscription.deleted", { id, object: "subscription" }))).toBe(200)
  hold.resolve()
  expect(await slow).toBe(200)
  expect(await shop.world.db.sql`select state from paid_subscriptions`).toEqual([{ state: "canceled" }])
})

test("While the service is unavailable, an event is refused, and is processed when it is sent again", async () => {
  const { url } = await click(shop, coaching)
  await press(shop, url, "pay")
  await shop.deliver({ lost: true })
  const event = eventOf("customer.subscription.created", await theSubscription())
  const { subscription } = shop.payments
  shop.payments.subscription = async () => {
    throw new Error("connect ECONNREFUSED")
  }
  expect(await shop.send(event)).toBe(500)
  expect(await keptEvents()).toEqual([])
  shop.payments.subscription = subscription
  expect(await shop.send(event)).toBe(200)
  expect(await shop.world.db.sql`select state from paid_subscriptions`).toEqual([{ state: "active" }])
})

test("1,000 concurrent events, repeated, reordered and partly forged, lead to the right state", async () => {
  const made = await addOrders(shop, 200)
  const sent = shuffled(
    made.flatMap((order, index) => {
      const completed = eventOf("checkout.session.completed", sessionOf(order))
      const refund = index % 5 === 0 ? 2900 : 100
      return [
        completed,
        completed,
        eventOf("checkout.session.async_payment_succeeded", sessionOf(order)),
        eventOf("charge.refunded", chargeOf(order, refund)),
        { ...eventOf("charge.refunded", chargeOf(order, 2900)), forged: true },
      ]
    }),
  )
  expect(sent).toHaveLength(1000)
  const statuses = await Promise.all(
    sent.map((event) => ("forged" in event ? shop.send(event, "t=1,v1=00") : shop.send(event))),
  )
  expect(statuses.filter((status) => status === 400)).toHaveLength(200)
  expect(statuses.filter((status) => status === 200)).toHaveLength(800)
  const after = await orders(shop)
  expect(after.filter(({ state }) => state === "refunded")).toHaveLength(40)
  expect(
    after.filter(({ state, refunded_cents }) => state === "paid" && refunded_cents === 100),
  ).toHaveLength(160)
  expect(await keptEvents()).toHaveLength(600)
  await shop.settle()
  expect(shop.mails.filter(({ kind }) => kind === "order.receipt")).toHaveLength(200)
  expect(shop.mails.filter(({ kind }) => kind === "order.refunded")).toHaveLength(200)
})

async function theSubscription(): Promise<object> {
  const [row] = await shop.world.db.sql<{ data: object }>`
    select data from private.payments_sandbox_objects where object = 'subscription'
  `
  return row?.data ?? {}
}

/** The same pseudorandom order in every run. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item, index) => ({ item, place: createHash("sha256").update(`${index}`).digest("hex") }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ item }) => item)
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  )
}
