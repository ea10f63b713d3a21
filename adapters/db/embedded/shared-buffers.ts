const mib = 1024 * 1024

/**
 * Memory for caching pages of tables and indexes: an eighth of the memory of the machine or container, from
 * PostgreSQL's default of 128 MB up to 2 GB. PostgreSQL's documentation recommends a quarter for a dedicated server.
 * The memory is allocated page by page, as pages are cached.
 * @param bytes of memory
 */
export function sharedBuffers(bytes: number): string {
  return `${Math.round(Math.min(2048, Math.max(128, bytes / 8 / mib)))}MB`
}
