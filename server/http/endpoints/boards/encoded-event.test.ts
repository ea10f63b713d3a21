import { constants, gunzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { encodeEvent, encodeLines, gzipStart, joined } from "./encoded-event.ts"

const events = [
  encodeLines("retry: 1000"),
  encodeEvent("reset", "a,b", { rows: Array.from({ length: 50 }, (_, rank) => ({ rank, name: "Ana" })) }),
  encodeEvent("difference", "c,b", { rows: [{ rank: 1, name: "Ana" }] }),
]
// An event stream does not end, so it has no gzip trailer either.
const decoded = (parts: readonly Buffer[]) =>
  gunzipSync(Buffer.concat([gzipStart, ...parts]), { finishFlush: constants.Z_SYNC_FLUSH }).toString()

test("compressed chunks can be joined in any order, and decompress to the plain ones", () => {
  for (const order of [events, events.toReversed(), events.slice(2)]) {
    const plain = order.map((event) => event.plain.toString()).join("")
    expect(decoded(order.map(({ gzip }) => gzip))).toBe(plain)
    expect(decoded([joined(order).gzip])).toBe(plain)
    expect(joined(order).plain.toString()).toBe(plain)
  }
  expect(events[1]?.gzip.length).toBeLessThan((events[1]?.plain.length ?? 0) / 5)
})

test("an event is one block of lines with its id", () => {
  expect(events[2]?.plain.toString()).toBe(
    'event: difference\nid: c,b\ndata: {"rows":[{"rank":1,"name":"Ana"}]}\n\n',
  )
})
