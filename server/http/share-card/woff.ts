import { inflateSync } from "node:zlib"

const headerBytes = 44
const entryBytes = 20

/** The OpenType font inside a WOFF file (W3C, WOFF File Format 1.0), for programs that do not read WOFF. */
export function fontOfWoff(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("This is not a WOFF file")
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = headerBytes + index * entryBytes
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ]
    const stored = woff.subarray(offset, offset + packed)
    return { entry, data: packed < length ? inflateSync(stored) : stored }
  })
  const power = 2 ** Math.floor(Math.log2(count))
  const header = Buffer.alloc(12 + 16 * count)
  woff.copy(header, 0, 4, 8) // The flavor: TrueType or CFF.
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(power * 16, 6)
  header.writeUInt16BE(Math.log2(power), 8)
  header.writeUInt16BE((count - power) * 16, 10)
  let at = header.length
  const body = tables.flatMap(({ entry, data }, index) => {
    const place = 12 + 16 * index
    woff.copy(header, place, entry, entry + 4) // The tag.
    woff.copy(header, place + 4, entry + 16, entry + 20) // The checksum.
    header.writeUInt32BE(at, place + 8)
    header.writeUInt32BE(data.length, place + 12)
    const padding = Buffer.alloc(-data.length & 3)
    at += data.length + padding.length
    return [data, padding]
  })
  return Buffer.concat([header, ...body])
}
