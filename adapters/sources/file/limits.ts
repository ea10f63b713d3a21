/** Limits per file. Real recordings stay far below; a file above them was created to cause harm. */
export const limits = {
  /** A day of riding at one point per second, with power and running dynamics, is 8 MB. */
  fitBytes: 12_000_000,
  xmlBytes: 150_000_000,
  csvBytes: 30_000_000,
  /** Four days at one point per second. */
  points: 350_000,
  /** All of an XML file except the track points. */
  xmlRestChars: 3_000_000,
  /** One element including its values. */
  xmlPointChars: 20_000,
  archiveBytes: 4_000_000_000,
  /** In an archive including nested archives. A watch worn day and night writes about ten files a day. */
  archiveEntries: 250_000,
  /** The number of files of an archive that are read ahead because they describe others. */
  filesReadAhead: 20,
  /** Total unpacked size of an archive, as a multiple of its size; at least `unpackedFloor`. */
  unpackedRatio: 60,
  unpackedFloor: 300_000_000,
  /** Apple Health's export.xml: ten years of watch data are 3 GB. */
  healthBytes: 8_000_000_000,
  /** A single workout in that file, including laps and pauses. */
  healthWorkoutBytes: 2_000_000,
  /** Three a day for 27 years. */
  healthWorkouts: 30_000,
  sessionBytes: 1_000_000,
  /** Sessions per strength log. */
  strengthLogs: 20_000,
  /** Exercises per strength session. */
  exercises: 100,
} as const
