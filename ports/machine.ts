/** A condition that puts data at risk. */
export interface Trouble {
  /** Identifies the condition for as long as it lasts: "archive". */
  name: string
  /** Completes a sentence that begins with "the": "backup failed: the disk is full". */
  says: string
  /** Null when it is not known. */
  since: Date | null
}

export interface Health {
  troubles: readonly Trouble[]
  /**
   * How long the oldest finished segment of the write-ahead log has been waiting to be archived; null if archiving is
   * off.
   */
  archiveLagSeconds: number | null
  /** The latest restore drill, if it passed, as a sentence without its period. */
  drill: { at: Date; says: string } | null
}

/** A DNS record that mail needs, compared with what the DNS answers. */
export interface SendingRecord {
  /** "MX", "TXT". */
  type: string
  name: string
  purpose: string
  /** The value to enter; angle brackets mark what only the mail provider knows. */
  wanted: string
  found: readonly string[]
  /** Completes "this record ..."; null if the record is right. */
  problem: string | null
}

/** The state of this process and its machine that operators can see, and the actions available to them. */
export interface Machine {
  /** Free space on the volume that holds the data, in bytes; undefined if the operating system does not report it. */
  diskFreeBytes(): Promise<number | undefined>
  /** Whether mail leaves this machine; otherwise it is kept as files. */
  sendsMail: boolean
  /** Whether this installation runs the database itself and therefore makes its own backups. */
  ownsDatabase: boolean
  /** Jobs by queue and state. */
  queues(): Promise<{ queue: string; waiting: number; atWork: number; dead: number }[]>
  /** Jobs that failed on every attempt, newest first. */
  deadJobs(): Promise<{ id: string; queue: string; diedAt: Date; attempts: number; reason: string }[]>
  /** Requeues dead jobs with a full set of attempts; returns how many there were. */
  retryJobs(ids: readonly string[]): Promise<number>
  /** Drops dead jobs from the list without running them; returns how many there were. */
  dropJobs(ids: readonly string[]): Promise<number>
  /** Returns dropped jobs to the list; resolves to how many are on it now. Dropped jobs are deleted after some days. */
  keepJobs(ids: readonly string[]): Promise<number>
  /** The settings in effect. For a secret, only whether it is set. */
  settings: readonly { name: string; value: string }[]
  versions: Readonly<Record<string, string>>
  /** The start times of the retained backups, newest first. */
  backups(): Promise<Date[]>
  /** The current state of archiving, backups and buckets. */
  health(): Promise<Health>
  /** SPF, DKIM, DMARC and MX of the sender's domain, looked up now; takes some seconds if the name server does not answer. */
  sendingRecords(): Promise<readonly SendingRecord[]>
  /** Makes a backup now; absent if this installation makes no backups. */
  backUp?(): Promise<void>
}
