/**
 * FIT profile: the numbers of the messages that are read (file_id, sport, session, record, activity), and of those that
 * describe developer fields (field_description, developer_data_id).
 */
const readMessages: ReadonlySet<number> = new Set([0, 12, 18, 20, 34, 206, 207])

const record = 20
/** The timestamp field of a message, to which later compressed timestamps refer. */
const timestamp = 253
/**
 * Fields of a record: its time, position, altitude, heart rate, distance, speed and distance in one field, enhanced
 * altitude.
 */
const readOfRecords: ReadonlySet<number> = new Set([timestamp, 0, 1, 2, 3, 5, 8, 78])

/**
 * Removes unused data from a file: heartbeat intervals, laps, raw sensor data, and the power and running dynamics of
 * records. These can make up most of a file, and the parser would create objects for all of them. Developer fields are
 * kept. A file that is damaged or violates the protocol is returned unchanged, so that the parser reports the error.
 * @param bytes one FIT file of a chain, of the length that its header states
 */
export function withoutUnread(bytes: Buffer): Buffer {
  const header = bytes[0] ?? 0
  const end = bytes.length - 2
  if (end < header || bytes.readUInt16LE(end) !== checksum(bytes.subarray(0, end))) return bytes
  let isLean = true
  let refers = false
  const reached = walk(bytes, header, end, ({ at, isDefinition, definition }) => {
    if (isDefinition) isLean &&= definition.isRead && definition.keepsAll
    else refers ||= (bytes[at] as number) >= 0x80
  })
  if (reached !== end || isLean) return bytes
  const file = Buffer.alloc(bytes.length)
  let length = bytes.copy(file, 0, 0, header)
  walk(bytes, header, end, ({ at, to, isDefinition, definition }) => {
    // A compressed timestamp may refer to the timestamp of a message that is removed.
    if (!definition.isRead && !(refers && definition.hasTime)) return
    if (isDefinition) length += writeDefinition(file, length, bytes.subarray(at, to), definition)
    else {
      file[length++] = bytes[at] as number
      for (const [from, until] of definition.kept)
        length += bytes.copy(file, length, at + 1 + from, at + 1 + until)
    }
  })
  file.writeUInt32LE(length - header, 4)
  // A header checksum of zero is not verified.
  if (header >= 14) file.writeUInt16LE(0, 12)
  file.writeUInt16LE(checksum(file.subarray(0, length)), length)
  return file.subarray(0, length + 2)
}

interface Message {
  at: number
  to: number
  isDefinition: boolean
  definition: Definition
}

interface Definition {
  /** The length of a message's data in bytes, without its header. */
  bytes: number
  isRead: boolean
  hasTime: boolean
  keepsAll: boolean
  /** The definitions of the fields to keep, three bytes each, and the positions of their data. */
  fields: Buffer[]
  kept: (readonly [from: number, until: number])[]
}

/**
 * Visits the messages of a file. Returns the position where they end, or that of the first unreadable one. The visitor
 * gets the same object each time, because a file may contain a million messages.
 */
function walk(bytes: Buffer, from: number, end: number, visit: (message: Message) => void): number {
  const definitions: (Definition | undefined)[] = []
  const message = { at: from } as Message
  for (let at = from; at < end; at = message.to) {
    const header = bytes[at] as number
    const isCompressed = header >= 0x80
    const isDefinition = !isCompressed && (header & 0x40) !== 0
    const local = isCompressed ? (header >> 5) & 3 : header & 0x0f
    if (isDefinition) definitions[local] = definitionAt(bytes, at)
    const definition = definitions[local]
    if (!definition) return at
    const to = at + (isDefinition ? lengthOfDefinition(bytes, at) : 1 + definition.bytes)
    if (to > end) return at
    message.at = at
    message.to = to
    message.isDefinition = isDefinition
    message.definition = definition
    visit(message)
  }
  return end
}

const hasDeveloperFields = (bytes: Buffer, at: number) => ((bytes[at] ?? 0) & 0x20) !== 0
/** The ends of a definition's profile fields and of its developer fields. */
const endOfFields = (bytes: Buffer, at: number) => at + 6 + (bytes[at + 5] ?? 0) * 3

function lengthOfDefinition(bytes: Buffer, at: number): number {
  const end = endOfFields(bytes, at)
  return end + (hasDeveloperFields(bytes, at) ? 1 + (bytes[end] ?? 0) * 3 : 0) - at
}

function definitionAt(bytes: Buffer, at: number): Definition {
  const number = (bytes[at + 2] === 1 ? bytes[at + 4] : bytes[at + 3]) ?? 0
  const high = (bytes[at + 2] === 1 ? bytes[at + 3] : bytes[at + 4]) ?? 0
  const message = number + high * 256
  const definition: Definition = {
    bytes: 0,
    isRead: readMessages.has(message),
    hasTime: false,
    keepsAll: true,
    fields: [],
    kept: [],
  }
  const end = endOfFields(bytes, at)
  for (let field = at + 6; field < end; field += 3) {
    const size = bytes[field + 1] ?? 0
    if (bytes[field] === timestamp) definition.hasTime = true
    if (message !== record || readOfRecords.has(bytes[field] ?? 0)) {
      definition.fields.push(bytes.subarray(field, field + 3))
      definition.kept.push([definition.bytes, definition.bytes + size])
    } else definition.keepsAll = false
    definition.bytes += size
  }
  const developers = definition.bytes
  for (let field = end + 1; field < at + lengthOfDefinition(bytes, at); field += 3)
    definition.bytes += bytes[field + 1] ?? 0
  definition.kept.push([developers, definition.bytes])
  return definition
}

/** Writes a definition with the fields to keep. Returns its length. */
function writeDefinition(file: Buffer, at: number, given: Buffer, { fields }: Definition): number {
  let length = given.copy(file, at, 0, 5)
  length = file.writeUInt8(fields.length, at + length) - at
  for (const field of fields) length += field.copy(file, at + length)
  return length + given.copy(file, at + length, endOfFields(given, 0))
}

const crcOfByte = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  return crc
})

/** CRC-16 with the reflected polynomial 0xA001, as the FIT protocol requires. */
function checksum(bytes: Buffer): number {
  let crc = 0
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcOfByte[(crc ^ byte) & 0xff] as number)
  return crc
}
