/** Private files under names of the product's own, in the bucket of a storage service: ours, or a Supabase project's. */
export interface Objects {
  /** Replaces what has the name. */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>
  /** Null when there is none. */
  get(name: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | null>
  /** Removes everything below a folder, such as "12" or "12/<version>". */
  removeFolder(folder: string): Promise<void>
}
