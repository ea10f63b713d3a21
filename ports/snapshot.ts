/** A text kept on this machine, whole or not at all, for what must be known before and without the database. */
export interface Snapshot {
  /** Null if nothing has been kept yet, or if it cannot be read. */
  read(): Promise<string | null>
  /** Replaces the text in one step: a kill leaves the old one or the new one. */
  write(text: string): Promise<void>
}
