/**
 * Private files under names chosen by the application, in a bucket of a storage service: the built-in one, or a
 * Supabase project's.
 */
export interface Objects {
  /** Replaces any existing object of that name. */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>
  /**
   * Null if there is no such object.
   * @param width for a picture: the storage service makes one of this width of it, in its own format
   */
  get(name: string, width?: number): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | null>
  /** Removes everything below a folder, such as "12" or "12/<version>". */
  removeFolder(folder: string): Promise<void>
}
