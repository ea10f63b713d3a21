import { z } from "zod"
import { apiScopeNames, mostTokens, tokenDays } from "#content/api.ts"
import { makeToken } from "#domain/members/personal-tokens.ts"
import { memberFunction } from "./member-function.ts"

const shape = z.object({
  name: z
    .string("must be text")
    .trim()
    .min(1, "Give the token a name")
    .max(60, "must have at most 60 characters"),
  scopes: z.array(z.enum(apiScopeNames)).min(1, "Choose at least one"),
  days: z.union(
    tokenDays.map((days) => z.literal(days)),
    `must be ${tokenDays.join(", ")}`,
  ),
})

const refusals = {
  not_found: { status: 404, message: "There is no such account." },
  reauthentication_needed: { status: 403, message: "Confirm that it is you, then make the token." },
  too_many_tokens: { status: 409, message: `You have ${mostTokens} tokens. Delete one first.` },
}

/** Makes a personal token: `{ name, scopes, days }` -> `{ token }`, shown only this once. Requires a recent sign-in. */
export const createToken = memberFunction(shape, async (world, wanted, { userId, provenAt }) => {
  const done = await makeToken(world, { ...wanted, userId, provenAt })
  return done.ok
    ? { ok: true, value: { token: done.value.token } }
    : { ok: false, code: done.code, ...refusals[done.code] }
})
