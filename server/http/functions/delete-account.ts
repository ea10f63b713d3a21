import { z } from "zod"
import { erase } from "#domain/members/privacy.ts"
import { personalData } from "../../world/privacy.ts"
import { memberFunction } from "./member-function.ts"

const shape = z.object({ confirmation: z.string("must be your email address").max(320) })

const refusals = {
  not_found: { status: 404, message: "There is no such account." },
  confirmation_differs: { status: 422, message: "This is not the email address of your account." },
  reauthentication_needed: { status: 403, message: "Confirm that it is you, then delete your account." },
}

/** Erases the caller's account and all of its data. Requires the typed address and a recent sign-in. */
export const deleteAccount = memberFunction(shape, async (world, { confirmation }, { userId, provenAt }) => {
  const erased = await erase(world, { userId, confirmation, provenAt }, personalData)
  return erased.ok
    ? { ok: true, value: { deleted: true } }
    : { ok: false, code: erased.code, ...refusals[erased.code] }
})
