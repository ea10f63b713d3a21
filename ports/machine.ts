/** Something that endangers the data. */
export interface Trouble {
  /** The same as long as it lasts: "archive". */
  name: string
  /** The end of a sentence after "the": "backup failed: the disk is full". */
  says: string
  /** Null when it is not known. */
  since: Date | null
}

export interface Health {
  troubles: readonly Trouble[]
  /** How long the oldest finished segment of the log waits to be archived; null where none is archived. */
  archiveLagSeconds: number | null
  /** The last drill of the backups, when it passed, as a sentence without its period. */
  drill: { at: Date; says: string } | null
}

/** What operators see of this process and its machine, and the few things they may do to it. */
export interface Machine {
  /** Free space where the data is, in bytes; undefined when the system does not say. */
  diskFreeBytes(): Promise<number | undefined>
  /** Whether this installation runs its database itself, and so makes its backups. */
  ownsDatabase: boolean
  /** Jobs by queue and state. */
  queues(): Promise<{ queue: string; waiting: number; atWork: number; dead: number }[]>
  /** Jobs whose attempts are used up, newest first. */
  deadJobs(): Promise<{ id: string; queue: string; diedAt: Date; attempts: number; reason: string }[]>
  /** Puts dead jobs back into their queues with all their attempts; answers how many there were. */
  retryJobs(ids: readonly string[]): Promise<number>
  /** Takes dead jobs off the list without doing them; answers how many there were. */
  dropJobs(ids: readonly string[]): Promise<number>
  /** Puts dropped jobs back on the list; answers how many are on it now. They are cleared away some days after they were dropped. */
  keepJobs(ids: readonly string[]): Promise<number>
  /** The settings in force; of a secret only whether it is set. */
  settings: readonly { name: string; value: string }[]
  versions: Readonly<Record<string, string>>
  /** When the kept backups began, newest first. */
  backups(): Promise<Date[]>
  /** How archiving, backups and buckets are doing, read now. */
  health(): Promise<Health>
  /** Makes a backup now; absent where this installation makes none. */
  backUp?(): Promise<void>
}
