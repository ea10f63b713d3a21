import { expect, test } from "vitest"
import { callsOf, sendFiles } from "./send-files.ts"

const blob = (bytes: number) => new Blob([new Uint8Array(bytes)])
const shape = (files: readonly number[], most: number) =>
  callsOf(files.map(blob), most).map((call) =>
    call.map(({ file, position, blob: piece }) => [file, position, piece.size]),
  )

test("Small files share a call, large ones are cut, empty ones are announced", () => {
  expect(shape([3, 4, 2], 10)).toEqual([
    [
      [0, 0, 3],
      [1, 0, 4],
      [2, 0, 2],
    ],
  ])
  expect(shape([4, 12, 0, 1], 10)).toEqual([
    [
      [0, 0, 4],
      [1, 0, 6],
    ],
    [
      [1, 6, 6],
      [2, 0, 0],
      [3, 0, 1],
    ],
  ])
  expect(shape([20], 10)).toEqual([[[0, 0, 10]], [[0, 10, 10]]])
  expect(shape(Array(250).fill(1), 1000).map(({ length }) => length)).toEqual([100, 100, 50])
})

test("A call that is rate-limited or lost is retried; a refusal ends it", async () => {
  const answers = [
    { ok: false as const, code: "over_request_rate_limit", message: "Later", retryAfter: 0 },
    { ok: true as const, value: {} },
    { ok: false as const, code: "unknown_import", message: "This import has ended, or it is not yours" },
  ]
  const sent: number[][] = []
  const stopped = await sendFiles(
    [blob(4), blob(12)],
    10,
    async () => answers.shift() ?? { ok: false, code: "none", message: "Asked too often" },
    (...one) => sent.push(one),
  )
  expect(stopped?.message).toBe("This import has ended, or it is not yours")
  expect(sent).toEqual([
    [0, 4],
    [1, 6],
  ])
})
