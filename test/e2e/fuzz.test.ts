/** A short run of `npm run fuzz`, on the pages that this test run has built. */
import { execFile } from "node:child_process"
import { ownEnvironment, root } from "./support/program.ts"
import { expect, test } from "./support/worker.ts"

test("no malformed request gets a 5xx or no response", async () => {
  const { code, output } = await run(["--requests", "900", "--seed", "20261122"])
  expect(output).toMatch(/^900 requests .* to \d{3} addresses in /m)
  expect(code, output).toBe(0)
})

function run(args: string[]): Promise<{ code: number | string | null | undefined; output: string }> {
  return new Promise((resolve) => {
    const options = { cwd: root, env: ownEnvironment(), maxBuffer: 16 * 1024 * 1024 }
    execFile(process.execPath, ["scripts/fuzz.ts", ...args], options, (error, out, err) =>
      resolve({ code: error ? error.code : 0, output: out + err }),
    )
  })
}
