import type { StorageService } from "#platform/storage/service.ts"
import type { Objects } from "#ports/objects.ts"
import type { Env } from "../process/env.ts"
import type { Secrets } from "../process/secrets.ts"

/**
 * A private bucket: the project's if SUPABASE_URL is set, otherwise that of this process. The client is loaded with the
 * first object.
 */
export function openObjects(
  env: Env,
  secrets: Secrets,
  { bucket, storage }: { bucket: string; storage: () => Promise<StorageService> },
): Objects {
  let opened: Promise<Objects> | undefined
  async function open(): Promise<Objects> {
    const { createSupabaseObjects } = await import("#adapters/objects/supabase.ts")
    const common = { key: secrets.SUPABASE_SECRET_KEY, bucket }
    if (env.SUPABASE_URL) return createSupabaseObjects({ ...common, url: env.SUPABASE_URL })
    const service = await storage()
    return createSupabaseObjects({
      ...common,
      url: "http://storage.invalid",
      fetch: async (input, init) => service.asServer(new Request(input, init)),
    })
  }
  const objects = () => {
    opened ??= open()
    return opened
  }
  return {
    put: async (...given) => (await objects()).put(...given),
    get: async (...given) => (await objects()).get(...given),
    removeFolder: async (...given) => (await objects()).removeFolder(...given),
  }
}
