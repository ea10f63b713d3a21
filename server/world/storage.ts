import type { StorageOptions } from "#platform/storage/options.ts"
import type { StorageService } from "#platform/storage/service.ts"
import type { Env } from "../process/env.ts"

/** The storage service of this process; its modules are loaded on first use. */
export function openStorage({
  env,
  ...options
}: Omit<StorageOptions, "config"> & { env: Env }): () => Promise<StorageService> {
  let opened: Promise<StorageService> | undefined
  return () => {
    opened ??= import("#platform/storage/service.ts").then(({ createStorage }) =>
      createStorage({ ...options, config: { fileBytes: env.STORAGE_FILE_LIMIT_MB * 1_000_000 } }),
    )
    return opened
  }
}
