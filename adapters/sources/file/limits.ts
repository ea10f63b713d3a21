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
  archiveEntries: 100_000,
  /** Everything unpacked from one archive, as a multiple of its size; at least `unpackedFloor`. */
  unpackedRatio: 60,
  unpackedFloor: 300_000_000,
} as const
