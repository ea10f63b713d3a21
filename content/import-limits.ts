/**
 * What one import from the account page may hold. A long life of training as a service's export is 200 to 800 MB; one of
 * Garmin's with every day of a watch, or of Apple Health's, can have 2 GB.
 */
export const importLimits = {
  files: 2_000,
  bytesPerFile: 2_500_000_000,
  bytesTogether: 2_500_000_000,
  /** Bytes of files that are sent in one call. */
  bytesPerCall: 2_000_000,
  /** Originals of one athlete's recordings that are kept, together. Beyond it recordings still count, without their file. */
  keptBytesPerAthlete: 5_000_000_000,
  /** Imports of one athlete that are not done. */
  openImports: 3,
} as const
