/**
 * Limits of one import from the account page. A lifetime of training exported from a service is 200 to 800 MB; an export of
 * Garmin with daily watch data, or of Apple Health, can be 2 GB.
 */
export const importLimits = {
  files: 2_000,
  bytesPerFile: 2_500_000_000,
  bytesTogether: 2_500_000_000,
  /** Maximum bytes uploaded in one call. */
  bytesPerCall: 2_000_000,
  /** Storage for the original recordings of one athlete. Beyond it recordings still count, without their file. */
  keptBytesPerAthlete: 5_000_000_000,
  /** With less than this left, about one recording, the account page says that the storage is used up. */
  usedUpBelowBytes: 1_000_000,
  /** Unfinished imports per athlete. */
  openImports: 3,
} as const
