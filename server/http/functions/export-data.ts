import { z } from "zod"
import { exportData as collect } from "#domain/members/privacy.ts"
import { personalData } from "../../world/privacy.ts"
import { memberFunction } from "./member-function.ts"

/** Everything stored about the caller, as one JSON object with a key per part of the product. */
export const exportData = memberFunction(z.object({}), async (world, _input, { userId }) => {
  const value = await collect(world, userId, personalData)
  return value
    ? { ok: true, value }
    : { ok: false, code: "not_found", message: "There is no such account.", status: 404 }
})
