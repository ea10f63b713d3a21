import { z } from "zod"
import { endToken as end } from "#domain/members/personal-tokens.ts"
import { memberFunction } from "./member-function.ts"

const shape = z.object({ id: z.uuid("must be the id of a token") })

/** Deletes a personal token of the caller, which ends it at once. 404 `token_not_found` if it is another account's or gone. */
export const endToken = memberFunction(shape, async (world, { id }, { userId }) =>
  (await end(world.db, userId, id))
    ? { ok: true, value: { ended: id } }
    : { ok: false, code: "token_not_found", message: "This token is already deleted.", status: 404 },
)
