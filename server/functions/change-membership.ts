import { z } from "zod"
import { lookOf, lookText } from "#content/figures/looks.ts"
import { changeMember } from "#domain/members/member.ts"
import { profileFields } from "#domain/members/profile.ts"
import { memberFunction } from "./member-function.ts"

const lookShape = z
  .string("must be text")
  .refine((text) => lookText(lookOf(text)) === text, "must be a look that a figure can have")

const shape = z
  .object({ ...profileFields, showsLooking: z.boolean("must be true or false"), look: lookShape })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), "Enter at least one change")

/**
 * Changes the caller's name, visibility, units, time zone or figure, or whether others see that the caller is viewing a
 * board. Open boards update immediately.
 */
export const changeMembership = memberFunction(shape, async (world, change, { userId }) => {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const changed = await changeMember(world, userId, given)
  if (!changed.ok)
    return { ok: false, code: changed.code, message: "Join the competition first.", status: 409 }
  const { slug, displayName, visibility, units, timeZone } = changed.athlete
  return { ok: true, value: { slug, displayName, visibility, units, timeZone } }
})
