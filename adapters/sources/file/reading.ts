/** Options for reading files, and callbacks. */
export interface Reading {
  /** The sender's names for the files at the paths; defaults to the file names. */
  names?: readonly (string | undefined)[]
  /** Called once before each outcome; false skips it unread. */
  wanted?: (name: string) => boolean
  /** Called for a requested file that turned out not to be a recording: it has no outcome. */
  passedOver?: (name: string) => void
  /**
   * Called before a file is read ahead because it describes others. Returns why that failed last time; if so, the file
   * is refused when its turn comes.
   */
  readingAhead?: (name: string) => string | undefined
  /**
   * An existing folder for unpacked files. With it, outcomes name the location of their bytes, which for a recording in an
   * archive is a copy in this folder; the consumer of the outcome deletes it.
   */
  scratch?: string
}
