import { randomUUID } from "node:crypto"
import type { Db } from "#ports/db.ts"
import type { Caller } from "../../gateway/contract.ts"
import type { Realtime } from "../realtime.ts"
import { takeRole } from "./take-role.ts"

type Extension = "broadcast" | "presence"

/** The rights of a caller in a private channel. */
export interface Rights {
  read: Record<Extension, boolean>
  write: Record<Extension, boolean>
}

/** Public channels have no policies. */
export const everything: Rights = {
  read: { broadcast: true, presence: true },
  write: { broadcast: true, presence: true },
}

const extensions: readonly Extension[] = ["broadcast", "presence"]

class RolledBack extends Error {}

/**
 * Evaluates the policies on realtime.messages with rows that are rolled back: which ones the caller can see and insert.
 */
export async function readRights(
  realtime: Pick<Realtime, "db" | "turn">,
  caller: Caller,
  topic: string,
): Promise<Rights> {
  const rights: Rights = {
    read: { broadcast: false, presence: false },
    write: { broadcast: false, presence: false },
  }
  await rehearse(realtime, async (db) => {
    const probes = extensions.map((extension) => ({ id: randomUUID(), topic, extension, private: true }))
    await db.sql`insert into realtime.messages ${db.sql(probes)}`
    await takeRole(db, caller, topic)
    const ids = probes.map(({ id }) => id)
    const seen = await db.sql<{ extension: Extension }>`
      select extension from realtime.messages where id = any(${ids}::uuid[])
    `
    for (const { extension } of seen) rights.read[extension] = true
    for (const extension of extensions) rights.write[extension] = await mayInsert(db, topic, extension)
  })
  return rights
}

/** Whether a caller may have its broadcasts stored. Evaluated like the other rights, but only on request. */
export async function mayPersist(
  realtime: Pick<Realtime, "db" | "turn">,
  caller: Caller,
  topic: string,
): Promise<boolean> {
  let may = false
  await rehearse(realtime, async (db) => {
    await takeRole(db, caller, topic)
    may = await mayInsert(db, topic, "persistence")
  })
  return may
}

/** Runs `work` and rolls it back. */
async function rehearse(
  { db, turn }: Pick<Realtime, "db" | "turn">,
  work: (db: Db) => Promise<void>,
): Promise<void> {
  await turn(async () => {
    try {
      await db.transaction(async (within) => {
        await work(within)
        throw new RolledBack()
      })
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error
    }
  })
}

/** Whether the current role may insert a message of this kind. */
function mayInsert(db: Db, topic: string, extension: Extension | "persistence"): Promise<boolean> {
  return db
    .transaction(async (inner) => {
      await inner.sql`insert into realtime.messages (topic, extension, private) values (${topic}, ${extension}, true)`
      return true
    })
    .catch((error: { code?: string }) => {
      if (error.code === "42501") return false
      throw error
    })
}
