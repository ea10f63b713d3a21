/** What one file may take. Real recordings stay far below; what is above was made to break something. */
export const limits = {
  /** A day of riding at one point a second, with power and running dynamics, is 8 MB. */
  fitBytes: 12_000_000,
  xmlBytes: 150_000_000,
  csvBytes: 30_000_000,
  /** Four days at one point a second. */
  points: 350_000,
  /** Of an XML file, what is not track points. */
  xmlRestChars: 3_000_000,
  /** One element with its values. */
  xmlPointChars: 20_000,
  archiveBytes: 4_000_000_000,
  /** In an archive and the archives inside it. A watch that is worn day and night leaves some ten files a day. */
  archiveEntries: 250_000,
  /** Files of an archive that are read ahead of the others because they tell about them. */
  filesReadAhead: 20,
  /** Everything unpacked from one archive, as a multiple of its size; at least `unpackedFloor`. */
  unpackedRatio: 60,
  unpackedFloor: 300_000_000,
  /** Apple Health's export.xml: ten years of a watch are 3 GB. */
  healthBytes: 8_000_000_000,
  /** One workout in it, with its laps and pauses. */
  healthWorkoutBytes: 2_000_000,
  /** Three a day for 27 years. */
  healthWorkouts: 30_000,
  sessionBytes: 1_000_000,
  /** Of one strength log. */
  strengthLogs: 20_000,
  /** Of one strength session. */
  exercises: 100,
} as const
