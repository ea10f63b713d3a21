import { z } from "zod"
import { tokensOf } from "#domain/members/personal-tokens.ts"
import { memberFunction } from "./member-function.ts"

/** The caller's personal tokens, newest first: `{ tokens: [{ id, name, scopes, createdAt, expiresAt, usedAt }] }`. */
export const listTokens = memberFunction(z.object({}), async (world, _input, { userId }) => ({
  ok: true,
  value: { tokens: await tokensOf(world.db, userId, world.now()) },
}))
