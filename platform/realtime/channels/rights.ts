import { randomUUID } from "node:crypto"
import type { Db } from "#domain/world.ts"
import type { Caller } from "../../gateway/contract.ts"
import type { Realtime } from "../realtime.ts"
import { takeRole } from "./take-role.ts"

type Extension = "broadcast" | "presence"

/** What a caller may do in a private channel. */
export interface Rights {
  read: Record<Extension, boolean>
  write: Record<Extension, boolean>
}

/** Public channels ask nobody. */
export const everything: Rights = {
  read: { broadcast: true, presence: true },
  write: { broadcast: true, presence: true },
}

const extensions: readonly Extension[] = ["broadcast", "presence"]

class RolledBack extends Error {}

/** Asks the policies on realtime.messages, by rows that are never kept: which ones the caller sees, and may insert. */
export function readRights(
  { db, turn }: Pick<Realtime, "db" | "turn">,
  caller: Caller,
  topic: string,
): Promise<Rights> {
  return turn(async () => {
    const rights: Rights = {
      read: { broadcast: false, presence: false },
      write: { broadcast: false, presence: false },
    }
    try {
      await db.transaction(async (within) => {
        await askPolicies(within, { caller, topic, rights })
        throw new RolledBack()
      })
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error
    }
    return rights
  })
}

async function askPolicies(
  db: Db,
  { caller, topic, rights }: { caller: Caller; topic: string; rights: Rights },
): Promise<void> {
  const probes = extensions.map((extension) => ({ id: randomUUID(), topic, extension, private: true }))
  await db.sql`insert into realtime.messages ${db.sql(probes)}`
  await takeRole(db, caller, topic)
  const ids = probes.map(({ id }) => id)
  const seen = await db.sql<{ extension: Extension }>`
    select extension from realtime.messages where id = any(${ids}::uuid[])
  `
  for (const { extension } of seen) rights.read[extension] = true
  for (const extension of extensions) {
    rights.write[extension] = await db
      .transaction(async (inner) => {
        await inner.sql`insert into realtime.messages (topic, extension, private) values (${topic}, ${extension}, true)`
        return true
      })
      .catch((error: { code?: string }) => {
        if (error.code === "42501") return false
        throw error
      })
  }
}
