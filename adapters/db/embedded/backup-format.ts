/** Number of the archive's layout: raised when a restore of an older one would go wrong. */
export const backupFormat = 1
