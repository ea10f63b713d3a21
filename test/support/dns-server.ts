import { createSocket } from "node:dgram"

const types = { 1: "A", 15: "MX", 16: "TXT", 28: "AAAA" } as Record<number, string>

/** Records by "<type> <name>", each as its text: an address, "10 mail.example", or the text of a TXT record. */
export type Zone = Record<string, readonly string[]>

/** A name server on this machine that answers from `zone` over UDP, and with NXDOMAIN for everything else. */
export async function startDnsServer(zone: Zone): Promise<{ address: string; close(): void }> {
  const socket = createSocket("udp4")
  socket.on("message", (query, { port, address }) => {
    const [question, name, type] = readQuestion(query)
    const records = zone[`${type} ${name}`] ?? []
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    const known = Object.keys(zone).some((key) => key.endsWith(` ${name}`))
    header.writeUInt16BE(known ? 0x8580 : 0x8583, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(records.length, 6)
    const answers = records.map((record) => encode(question.subarray(-4, -2), rdata(type, record)))
    socket.send(Buffer.concat([header, question, ...answers]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve))
  return { address: `127.0.0.1:${socket.address().port}`, close: () => void socket.close() }
}

/** The question's bytes, its name in lower case, and its type. */
function readQuestion(query: Buffer): [Buffer, string, string] {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = types[query.readUInt16BE(at + 1)] ?? "other"
  return [query.subarray(12, at + 5), labels.join(".").toLowerCase(), type]
}

/** One answer, whose name refers to the question. */
function encode(type: Buffer, data: Buffer): Buffer {
  const middle = Buffer.from([0xc0, 0x0c, ...type, 0, 1, 0, 0, 0, 60, 0, 0])
  middle.writeUInt16BE(data.length, 10)
  return Buffer.concat([middle, data])
}

function rdata(type: string, record: string): Buffer {
  if (type === "A") return Buffer.from(record.split(".").map(Number))
  if (type === "AAAA") return Buffer.from(record.split(":").flatMap((part) => [...bytes(part)]))
  if (type === "TXT") {
    const pieces = record.match(/.{1,255}/gs) ?? [""]
    return Buffer.concat(pieces.map((piece) => Buffer.from([piece.length, ...Buffer.from(piece, "latin1")])))
  }
  const [priority, exchange = ""] = record.split(" ")
  const labels = exchange.split(".").filter(Boolean)
  const name = labels.flatMap((label) => [label.length, ...Buffer.from(label, "latin1")])
  return Buffer.concat([bytes(Number(priority).toString(16)), Buffer.from([...name, 0])])
}

/** Two bytes of a hexadecimal number. */
function bytes(hex: string): Buffer {
  const two = Buffer.alloc(2)
  two.writeUInt16BE(Number.parseInt(hex || "0", 16))
  return two
}
