import { createHash } from "node:crypto"
import type { World } from "#domain/world.ts"

/**
 * The token of a link in a mail: 40 unguessable hex digits that reveal nothing. Derived from `id` for every mail, so that no
 * token is ever stored; the table holds its hash.
 * @param purpose "manage-mail", "manage-spot"
 */
export function tokenFor(world: Pick<World, "sign">, purpose: string, id: string): string {
  return world.sign(purpose, id).slice(0, 40)
}

/** The hash under which a token is stored and looked up. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest()
}
