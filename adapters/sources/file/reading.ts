/** How files are read, and who is told about what. */
export interface Reading {
  /** What whoever sent them calls the files at the paths; their own names when left out. */
  names?: readonly (string | undefined)[]
  /** Asked once before each outcome; false passes it over unread. */
  wanted?: (name: string) => boolean
  /** Told when a file that was wanted turned out to be none that anybody takes for a recording: it has no outcome. */
  passedOver?: (name: string) => void
  /**
   * Asked before a file is read ahead of its turn, because it tells about others; answers why that failed the last time, and
   * then the file is refused in its turn.
   */
  readingAhead?: (name: string) => string | undefined
  /**
   * An existing folder for what must be unpacked to be read. With it outcomes name the place of their bytes, which for a
   * recording in an archive is a copy in this folder; whoever takes the outcome removes it.
   */
  scratch?: string
}
