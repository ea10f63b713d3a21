import type { Db } from "#ports/db.ts"
import type { Files } from "#ports/files.ts"
import type { Log } from "#ports/log.ts"

export interface StorageOptions {
  /** Connects as the owner of the tables; takes on the role of each caller inside its transactions. */
  db: Db
  files: Files
  /** At least 32 characters; the key of signed addresses is derived from it. */
  secret: string
  now: () => Date
  log: Log
  config?: Partial<StorageConfig>
}

export interface StorageConfig {
  /** Largest object in bytes, unless its bucket sets less. Supabase's default is 50 MB. */
  fileBytes: number
  /** The largest image, in pixels, that is decoded. A decompression bomb of a few kB can expand to gigabytes. */
  imagePixels: number
  /** Seconds that one rendering may take. */
  imageSeconds: number
  /** The number of concurrent renderings; one caller may have all but one of them. */
  imagesAtOnce: number
  /** The approximate size of the rendering cache in bytes. The least recently used are evicted first. */
  renderingsBytes: number
  /** Lifetime of a signed upload URL in seconds. */
  uploadTokenS: number
  /** Lifetime of an unfinished resumable upload in seconds. */
  resumableS: number
}

export const defaultConfig: StorageConfig = {
  fileBytes: 50 * 1024 * 1024,
  imagePixels: 50_000_000,
  imageSeconds: 10,
  imagesAtOnce: 2,
  renderingsBytes: 256 * 1024 * 1024,
  uploadTokenS: 2 * 3600,
  resumableS: 24 * 3600,
}
