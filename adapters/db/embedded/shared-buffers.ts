const mib = 1024 * 1024

/**
 * Memory for pages of tables and indexes: an eighth of the machine's, or of what its container may use, from PostgreSQL's own
 * default of 128 MB up to 2 GB. PostgreSQL's documentation advises a quarter for a server that has the machine to itself. It is
 * taken page by page, when there are pages to keep.
 * @param bytes of memory
 */
export function sharedBuffers(bytes: number): string {
  return `${Math.round(Math.min(2048, Math.max(128, bytes / 8 / mib)))}MB`
}
