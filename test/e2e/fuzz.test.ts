/** A short run of `npm run fuzz`, on the pages that this test run has built and a copy of the data that it prepared. */
import { execFile } from "node:child_process"
import { rm } from "node:fs/promises"
import { prepareData } from "./support/prepared.ts"
import { ownEnvironment, root } from "./support/program.ts"
import { expect, test } from "./support/worker.ts"

test("no malformed request gets a 5xx or no response", async () => {
  const { folder, data } = await prepareData()
  try {
    const { code, output } = await run(["--requests", "700", "--seed", "20261122", "--data", data])
    expect(output).toMatch(/^700 requests .* to \d{3} addresses in /m)
    expect(code, output).toBe(0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

function run(args: string[]): Promise<{ code: number | string | null | undefined; output: string }> {
  return new Promise((resolve) => {
    const options = { cwd: root, env: ownEnvironment(), maxBuffer: 16 * 1024 * 1024 }
    execFile(process.execPath, ["scripts/fuzz.ts", ...args], options, (error, out, err) =>
      resolve({ code: error ? error.code : 0, output: out + err }),
    )
  })
}
