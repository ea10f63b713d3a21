import { createClient } from "@supabase/supabase-js"
import type { Objects } from "#ports/objects.ts"

interface SupabaseObjectsOptions {
  /** The origin of the Supabase project, or of this server. */
  url: string
  /** A key with full rights. */
  key: string
  bucket: string
  /** Default: `fetch` over the network. */
  fetch?: typeof fetch
}

/**
 * Objects of one private bucket, accessed through the official client: the same for the built-in storage service and
 * for a Supabase project's.
 */
export function createSupabaseObjects({ url, key, bucket, fetch }: SupabaseObjectsOptions): Objects {
  const { storage } = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    ...(fetch ? { global: { fetch } } : {}),
  })
  const objects = () => storage.from(bucket)

  return {
    async put(name, bytes, type) {
      const { error } = await objects().upload(name, bytes, { contentType: type, upsert: true })
      if (error) throw error
    },

    async get(name, width) {
      const transform = { width, format: "origin" as const, quality: 80 }
      const { data, error } = await objects().download(name, width === undefined ? {} : { transform })
      if (data) return { bytes: new Uint8Array(await data.arrayBuffer()), type: data.type }
      if ((await objects().exists(name)).data === false) return null
      throw error
    },

    async removeFolder(folder) {
      const names: string[] = []
      let cursor: string | undefined
      do {
        const { data, error } = await objects().listV2({
          prefix: `${folder}/`,
          ...(cursor ? { cursor } : {}),
        })
        if (error) throw error
        names.push(...data.objects.map(({ name }) => name))
        cursor = data.hasNext ? data.nextCursor : undefined
      } while (cursor)
      for (let at = 0; at < names.length; at += 1000) {
        const { error } = await objects().remove(names.slice(at, at + 1000))
        if (error) throw error
      }
    },
  }
}
