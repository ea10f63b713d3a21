/**
 * Reads only the type in the file_id message of a FIT file (FIT profile: 4 is an activity); undefined if the message is
 * not first, as the protocol requires.
 */
function fitTypeOf(bytes: Buffer): number | undefined {
  const at = bytes[0] ?? 0
  const header = bytes[at] ?? 0
  // This must be a definition message, not a data message or one with a compressed timestamp.
  if ((header & 0xc0) !== 0x40) return undefined
  // The number of file_id is 0, the same in both byte orders.
  if (bytes[at + 3] !== 0 || bytes[at + 4] !== 0) return undefined
  const fields = bytes[at + 5] ?? 0
  const definitionEnd = at + 6 + fields * 3
  // Developer fields follow the profile's own, both in the definition and in the data.
  const developerBytes = header & 0x20 ? 1 + (bytes[definitionEnd] ?? 0) * 3 : 0
  const data = definitionEnd + developerBytes
  if (bytes[data] !== (header & 0x0f)) return undefined
  let offset = data + 1
  for (let field = 0; field < fields; field++) {
    const definition = at + 6 + field * 3
    if (bytes[definition] === 0) return bytes[offset]
    offset += bytes[definition + 1] ?? 0
  }
  return undefined
}

/**
 * FIT profile, type `file`: files that watches write besides activities. Excludes courses and workouts, which people create.
 */
const otherKinds: Record<number, string> = {
  1: "device",
  2: "settings",
  3: "sport",
  7: "schedules",
  9: "weight",
  10: "totals",
  11: "goals",
  14: "blood pressure",
  15: "monitoring",
  20: "activity summary",
  28: "daily monitoring",
  32: "monitoring",
  34: "segment",
  35: "segment list",
  40: "configuration",
  44: "metrics",
  49: "sleep",
  68: "heart rate variability",
}

/** The protocol's value for a missing type. */
const invalidType = 0xff

/**
 * The type of a FIT file that is certainly not an activity: "monitoring". Reads only the header, because exports
 * contain tens of thousands of files.
 */
export function otherFitKind(bytes: Buffer): string | undefined {
  return otherKinds[fitTypeOf(bytes) ?? invalidType]
}
