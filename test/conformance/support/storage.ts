import { randomUUID } from "node:crypto"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { createDiskFiles } from "#adapters/files/disk.ts"
import type { StorageConfig } from "#platform/storage/options.ts"
import { createStorage, type StorageService } from "#platform/storage/service.ts"
import type { Files } from "#ports/files.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { scratchFolder } from "#test/support/scratch.ts"
import { type LocalServer, startLocal } from "./server.ts"

export interface StorageServer extends LocalServer {
  storage: StorageService
  files: Files
  /** Its folder. */
  root: string
  /** Advances the clock of the storage service by seconds. */
  advance(seconds: number): void
}

/** A local server with the storage service on its own folder; policies come from `sql`. */
export async function startStorage(
  options: { sql?: string; config?: Partial<StorageConfig> } = {},
): Promise<StorageServer> {
  const root = join(await scratchFolder(), `b4m-storage-${randomUUID()}`)
  const files = createDiskFiles({ root })
  let ahead = 0
  let storage: StorageService | undefined
  const server = await startLocal({
    ...(options.sql ? { sql: options.sql } : {}),
    storage: ({ db }) => {
      storage = createStorage({
        db,
        files,
        secret: "a secret of tests with more than 32 characters",
        now: () => new Date(Date.now() + ahead * 1000),
        log: collectLog(),
        ...(options.config ? { config: options.config } : {}),
      })
      return storage
    },
  })
  if (!storage) throw new Error("The storage service was not made")
  return {
    ...server,
    storage,
    files,
    root,
    advance: (seconds) => {
      ahead += seconds
    },
    async close() {
      await server.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}
