/** What one import from the account page may hold. A long life of training as a service's export is 200 to 800 MB. */
export const importLimits = {
  files: 2_000,
  bytesPerFile: 1_000_000_000,
  bytesTogether: 2_000_000_000,
  /** Bytes of files that are sent in one call. */
  bytesPerCall: 2_000_000,
  /** Imports of one athlete that are not done. */
  openImports: 3,
} as const
