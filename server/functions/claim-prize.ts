import { z } from "zod"
import { prizeConsentText } from "#content/competition-consent.ts"
import { claim } from "#domain/competition/seasons/prizes.ts"
import { personName } from "#domain/person-name.ts"
import { payShipping } from "#domain/shop/shipping.ts"
import { memberFunction } from "./member-function.ts"

const line = (most: number) =>
  z
    .string("must be text")
    .trim()
    .max(most, `must have at most ${most} characters`)
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, "must not have invisible characters")
const needed = (most: number) => line(most).min(1, "must not be empty")
const optional = (most: number) =>
  line(most)
    .default("")
    .transform((text) => text || null)

const shape = z.object({
  prizeId: z.number().int().positive(),
  address: z.object({
    name: personName(100),
    line1: needed(100),
    line2: optional(100),
    city: needed(80),
    region: optional(80),
    postalCode: needed(20),
    country: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{2}$/, "must be a country from the list"),
  }),
  /** The exact text that was shown and agreed to. */
  consent: z.literal(prizeConsentText, "must be the text shown with the checkbox; reload the page"),
})

const refusals = {
  unknown_prize: { message: "You have no such prize.", status: 404 },
  too_late: { message: "The deadline for claiming this prize has passed.", status: 409 },
  already_shipped: { message: "This prize is already on its way.", status: 409 },
  unknown_country: { message: "Choose a country from the list.", status: 400 },
} as const

/**
 * The winner's claim with a shipping address: -> `{ shippingCents, url }`, the amount still to be paid for shipping and
 * the page to pay it on. `url` is null if nothing is due, or if payment is not possible at the moment: the claim
 * counts, and claiming again returns the page.
 */
export const claimPrize = memberFunction(shape, async (world, { prizeId, address, consent }, { userId }) => {
  const claimed = await claim(world, { userId, prizeId, address, consentText: consent })
  if (claimed.ok) {
    const { shippingCents, title } = claimed
    const account = shippingCents > 0 ? await world.accounts.find(world.db, userId) : null
    const started =
      account && (await payShipping(world, { prizeId, title, amountCents: shippingCents, account }))
    return { ok: true, value: { shippingCents, url: started?.ok ? started.url : null } }
  }
  return { ok: false, code: claimed.code, ...refusals[claimed.code] }
})
