/** Invalid arguments end a command with its usage, without a stack trace. */
import { execFile } from "node:child_process"
import { expect, test } from "vitest"
import { compileCache } from "#test/support/compile-cache.ts"

const folder = `${import.meta.dirname}/../..`

/** The result of a program that is run with these arguments. */
function end(file: string, ...args: string[]): Promise<{ code: unknown; said: string }> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...process.env, ...compileCache } }
    execFile(process.execPath, [file, ...args], options, (error, _said, said) =>
      resolve({ code: error?.code ?? 0, said }),
    )
  })
}

test.each([
  ["rotate-keys", "help"],
  ["sources-sandbox", "--nosuch"],
  ["upgrade-database", "--nosuch"],
])("npm run %s with the unknown argument %s does nothing", async (name, argument) => {
  const { code, said } = await end(`server/commands/${name}.ts`, argument)
  expect(said).toMatch(/^Usage: npm run /)
  expect(said).not.toMatch(/^ +at /m)
  expect(code).toBe(2)
})

test.each([
  ["scripts/lighthouse.ts", ["--nosuch"]],
  ["bench/run.ts", ["pages", "--nosuch"]],
])("%s with an unknown option", async (file, args) => {
  const { code, said } = await end(file, ...args)
  expect(said).toMatch(/^Unknown option '--nosuch'[^\n]*\n$/)
  expect(code).toBe(2)
})
