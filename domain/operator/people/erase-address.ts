import { mailboxId } from "#domain/leads/suppress.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { act } from "../journal.ts"
import type { Operator } from "../roles.ts"

/** Erases the data that one part of the product stores by address; returns how many rows were erased. */
export type AddressData = (world: World, db: Db, email: string) => Promise<{ rows: number }>

/**
 * Erases everything stored about an address that has no account, including its data in the journal; this cannot be
 * undone. Errors: those of `act`; `has_account`: its owner or an operator erases the account; `nothing`: nothing is
 * stored.
 */
export async function eraseAddress(
  world: World,
  operator: Operator,
  { email, kept }: { email: string; kept: readonly AddressData[] },
) {
  const address = email.trim().toLowerCase()
  return act(
    world,
    operator,
    // By fingerprint and without values, because no personal data may remain.
    { command: "person.erase-address", subject: { kind: "mailbox", id: mailboxId(world, address) } },
    async (inside): Promise<{ ok: true; rows: number } | { ok: false; code: "has_account" | "nothing" }> => {
      const [account] = await inside.db.sql`select 1 from auth.users where lower(email) = ${address}`
      if (account) return { ok: false, code: "has_account" }
      let rows = 0
      for (const erase of kept) rows += (await erase(inside, inside.db, address)).rows
      return rows > 0 ? { ok: true, rows } : { ok: false, code: "nothing" }
    },
  )
}
