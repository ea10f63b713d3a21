import { expect, test } from "vitest"
import { sendFiles } from "./send-files.ts"

const blob = (bytes: number) => new Blob([new Uint8Array(bytes)])
/** Each call as [file, position, bytes] of its pieces. */
async function calls(files: readonly number[], most: number): Promise<number[][][]> {
  const sent: number[][][] = []
  const send = async (form: FormData) => {
    sent.push([...form].map(([name, piece]) => [...name.split(".").map(Number), (piece as File).size]))
    return { ok: true as const, value: {} }
  }
  await sendFiles(files.map(blob), most, send, () => {})
  return sent
}

test("Small files share a call, large ones are cut, empty ones are announced", async () => {
  expect(await calls([3, 4, 2], 10)).toEqual([
    [
      [0, 0, 3],
      [1, 0, 4],
      [2, 0, 2],
    ],
  ])
  expect(await calls([4, 12, 0, 1], 10)).toEqual([
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
  expect(await calls([20], 10)).toEqual([[[0, 0, 10]], [[0, 10, 10]]])
  expect((await calls(Array(250).fill(1), 1000)).map(({ length }) => length)).toEqual([100, 100, 50])
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
