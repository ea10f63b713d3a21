/** Invalid arguments end a command with its usage, without a stack trace. */
import { execFile } from "node:child_process"
import { expect, test } from "vitest"

const folder = `${import.meta.dirname}/../..`

/** The result of a program that is run with these arguments. */
function end(file: string, ...args: string[]): Promise<{ code: unknown; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], { cwd: folder }, (error, _said, said) =>
      resolve({ code: error?.code ?? 0, said }),
    )
  })
}

test.each([["rotate-keys"], ["sources-sandbox"], ["upgrade-database"]])(
  "npm run %s with an unknown option",
  async (name) => {
    const { code, said } = await end(`server/commands/${name}.ts`, "--nosuch")
    expect(said).toMatch(/^Usage: npm run /)
    expect(said).not.toMatch(/^ +at /m)
    expect(code).toBe(2)
  },
)

test("npm run rotate-keys with an unknown argument creates no key", async () => {
  expect(await end("server/commands/rotate-keys.ts", "help")).toMatchObject({
    code: 2,
    said: expect.stringMatching(/^Usage: npm run rotate-keys /),
  })
})

test.each([
  ["scripts/lighthouse.ts", ["--nosuch"]],
  ["bench/run.ts", ["pages", "--nosuch"]],
])("%s with an unknown option", async (file, args) => {
  const { code, said } = await end(file, ...args)
  expect(said).toMatch(/^Unknown option '--nosuch'[^\n]*\n$/)
  expect(code).toBe(2)
})
