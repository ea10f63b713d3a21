/** Version of the archive's layout; increased when restoring an older one would go wrong. */
export const backupFormat = 1
