import { describe, expect, test } from "vitest"
import { encodeFit, fitFile, fitWithHeartBeats } from "#test/support/recordings.ts"
import { readFit } from "./fit.ts"
import { withoutUnread } from "./fit-messages.ts"

const file = [
  [0x40, 0, 0, 0, 0, 1, 0, 1, 0x00],
  [0x00, 4],
].flat()
/** Records with time, power (which is not read), distance and heart rate. */
const records = [0x41, 0, 0, 20, 0, 4, 253, 4, 0x86, 7, 2, 0x84, 5, 4, 0x86, 3, 1, 0x02]
const uint32 = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >>> 24) & 255]
const began = 1_100_000_000
const recordAt = (s: number) => [0x01, ...uint32(began + s), 200, 0, ...uint32(s * 300), 140]
const of = async (...messages: number[][]) =>
  (await readFit(fitFile(Buffer.from([file, ...messages].flat())))).activities[0]

test("heartbeat intervals and power are removed, and the values that are read stay the same", async () => {
  const bytes = fitWithHeartBeats({ seconds: 600, fields: 20 })
  const plain = fitWithHeartBeats({ seconds: 600, fields: 0 })
  expect(withoutUnread(bytes).length).toBeLessThan(plain.length)
  expect((await readFit(bytes)).activities).toEqual((await readFit(plain)).activities)
})

test("values are read correctly from a file with other fields between them", async () => {
  const run = await of(records, ...Array.from({ length: 601 }, (_, s) => recordAt(s)))
  expect(run).toMatchObject({ movingS: 600, distanceM: 1800, detail: 100_601 })
})

test("big-endian numbers are read correctly", async () => {
  // A record in this byte order, and an unread message with number 20 * 256.
  const other = [0x42, 0, 0, 0, 20, 1, 0, 1, 0x02]
  const big = [0x41, 0, 1, 0, 20, 2, 253, 4, 0x86, 5, 4, 0x86]
  const at = (s: number) => [0x01, ...uint32(began + s).reverse(), ...uint32(s * 300).reverse()]
  const run = await of(big, other, ...Array.from({ length: 601 }, (_, s) => [...at(s), 0x02, 9]))
  expect(run).toMatchObject({ movingS: 600, distanceM: 1800 })
})

test("a compressed timestamp still refers to the same time after another message was removed", async () => {
  // An event (21) with a full timestamp, a minute after the first record; then records with five-bit compressed
  // timestamps.
  const event = [0x42, 0, 0, 21, 0, 1, 253, 4, 0x86]
  const short = [0x43, 0, 0, 20, 0, 1, 5, 4, 0x86]
  const late = Array.from({ length: 20 }, (_, n) => {
    const s = 61 + n
    return [0x80 | (3 << 5) | ((began + s) & 31), ...uint32(s * 300)]
  })
  const run = await of(
    records,
    recordAt(0),
    recordAt(1),
    event,
    [0x02, ...uint32(began + 60)],
    short,
    ...late,
  )
  expect(run).toMatchObject({ elapsedS: 80, distanceM: expect.closeTo(240, 0) })
})

describe("a file that violates the protocol is passed to the parser unchanged", () => {
  const whole = encodeFit({ sessions: [] })
  const good = Buffer.from([file, records, recordAt(0)].flat())
  test.each([
    ["another checksum", Buffer.concat([whole.subarray(0, -1), Buffer.from([(whole.at(-1) as number) ^ 1])])],
    ["data without a definition", fitFile(Buffer.from([0x05, 1, 2, 3]))],
    ["data that ends early", fitFile(good.subarray(0, -3))],
    ["a definition that ends early", fitFile(Buffer.concat([good, Buffer.from(records.slice(0, 9))]))],
    ["no bytes", Buffer.alloc(0)],
    ["only a header", Buffer.alloc(14, 14)],
  ])("%s", (_what, bytes) => {
    expect(withoutUnread(bytes)).toBe(bytes)
  })
})
