/** An upload that is interrupted and resumed. */
import { expect, test } from "vitest"
import type { FunctionAnswer } from "../../../session/use-functions.ts"
import { sendImport } from "./send-import.ts"

const refusal = (code: string) => ({ ok: false as const, code, message: code })
const begun = { importId: "one", bytesPerCall: 10 }
const file = new File(["abc"], "run.fit")

async function send(answers: FunctionAnswer<unknown>[], earlier: typeof begun | null) {
  const called: string[] = []
  const announced: string[] = []
  const stopped = await sendImport({
    call: async (name) => {
      called.push(name)
      return answers.shift() ?? refusal("too much")
    },
    files: [file],
    begun: earlier,
    onBegun: async ({ importId }) => void announced.push(importId),
    onSent: () => {},
  })
  return { called, announced, code: stopped?.code ?? null }
}

const ok = (value: unknown = {}) => ({ ok: true as const, value })

test.each([
  ["the first time", null, [ok(begun), ok()], ["begin-import", "upload-import?import=one"], ["one"], null],
  ["again, with the import it has", begun, [ok()], ["upload-import?import=one"], [], null],
  [
    "again, when that import was given up",
    begun,
    [refusal("unknown_import"), ok({ ...begun, importId: "two" }), ok()],
    ["upload-import?import=one", "begin-import", "upload-import?import=two"],
    ["two"],
    null,
  ],
  ["a refusal ends it", begun, [refusal("does_not_fit")], ["upload-import?import=one"], [], "does_not_fit"],
  ["so does one of the announcement", null, [refusal("not_joined")], ["begin-import"], [], "not_joined"],
])("Sent %s", async (_, earlier, answers, called, announced, code) => {
  expect(await send([...answers], earlier)).toEqual({ called, announced, code })
})
