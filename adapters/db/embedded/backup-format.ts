/** Version of the archive's layout. Increase it whenever archives of the previous layout can no longer be restored. */
export const backupFormat = 1
