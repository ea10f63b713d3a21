import { prizeConsentText } from "#content/competition-consent.ts"
import { addressShape } from "#domain/competition/seasons/address.ts"
import { decline } from "#domain/competition/seasons/pass-on.ts"
import { claim, unpaidShipping } from "#domain/competition/seasons/prizes.ts"
import { payShipping } from "#domain/shop/shipping.ts"
import type { World } from "#domain/world.ts"
import type { Done, Refused, Typed } from "../member-action.ts"
import { labels } from "./fields.ts"

const refusals = {
  no_consent: {
    status: 422,
    problem: "Check the box below the address, so that we may use it to send the prize.",
  },
  unknown_prize: { status: 404, problem: "You have no such prize." },
  too_late: { status: 409, problem: "The deadline for claiming this prize has passed." },
  already_shipped: { status: 409, problem: "This prize is already on its way." },
  unknown_country: { status: 422, problem: "Choose a country from the list." },
  payment: { status: 502, problem: "The payment page did not open. Please try again in a few minutes." },
} as const

const unpaid = "We have your claim, but the payment page did not open. Please try again in a few minutes."

const refuse = (code: keyof typeof refusals): Refused => ({ code, ...refusals[code] })

/** Claims or declines a prize, or pays for its shipping: the form's name says which, "claim-12". */
export async function savePrize(world: World, userId: string, typed: Typed): Promise<Refused | Done | null> {
  const [, what, id] = /^(claim|decline|pay)-(\d{1,15})$/.exec(typed.form ?? "") ?? []
  const prizeId = Number(id)
  if (what === "claim") return saveAddress(world, { userId, prizeId }, typed)
  if (what === "pay") return toPayment(world, { userId, prizeId })
  if (what !== "decline") return refuse("unknown_prize")
  const declined = await decline(world, { userId, prizeId })
  return declined.ok ? null : refuse(declined.code)
}

interface Named {
  userId: string
  prizeId: number
}

/** Stores where to send the prize. Where its shipping is to be paid, the payment page comes next. */
async function saveAddress(world: World, named: Named, typed: Typed): Promise<Refused | Done | null> {
  const read = addressShape.safeParse(typed)
  if (!read.success) {
    const [issue] = read.error.issues
    const problem = `${labels[String(issue?.path[0])] ?? "A field"} ${issue?.message}`
    return { status: 422, code: "invalid", problem }
  }
  // Compares the text that was shown, so that a page loaded before the text changed asks again.
  if (typed.consent !== prizeConsentText) return refuse("no_consent")
  const claimed = await claim(world, { ...named, address: read.data, consentText: prizeConsentText })
  if (!claimed.ok) return refuse(claimed.code)
  if (claimed.shippingCents === 0) return null
  const payment = await toPayment(world, named)
  return "problem" in payment ? { note: unpaid } : payment
}

async function toPayment(world: World, named: Named): Promise<Refused | Done> {
  const due = await unpaidShipping(world, named)
  const account = due && (await world.accounts.find(world.db, named.userId))
  if (!due || !account) return refuse("unknown_prize")
  const { title, shippingCents: amountCents } = due
  const started = await payShipping(world, { prizeId: named.prizeId, title, amountCents, account })
  return started.ok ? { goTo: started.url } : refuse("payment")
}
