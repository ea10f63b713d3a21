import { createHash } from "node:crypto"
import { readdirSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { scratchFolder } from "#test/support/scratch.ts"
import { buildBootScript } from "./boot-scripts.ts"

const folder = join(import.meta.dirname, "../boot")
const scripts = readdirSync(folder).filter((name) => !["deferred.ts"].includes(name))

test.each(scripts)("%s becomes one small script whose hash is known", async (name) => {
  const { code, hash } = await buildBootScript(join(folder, name))
  expect(() => new Function(code)).not.toThrow()
  expect(code).not.toMatch(/\bimport [\w{*"]|\bexport\b|\n./)
  expect(code.length).toBeLessThan(2_500)
  expect(hash).toBe(`sha256-${createHash("sha256").update(code).digest("base64")}`)
})

test("nothing in a script ends the element around it", async () => {
  const scratch = await mkdtemp(join(await scratchFolder(), "b4m-boot-"))
  const file = join(scratch, "script.ts")
  try {
    await writeFile(file, `document.title = "</script>"`)
    expect((await buildBootScript(file)).code).not.toContain("</script>")
    await writeFile(file, `document.title = "<!--"`)
    await expect(buildBootScript(file)).rejects.toThrow("would end the script element")
  } finally {
    await rm(scratch, { recursive: true })
  }
})

test("the script of the head marks the document when a session is kept", async () => {
  const { code } = await buildBootScript(join(folder, "mark-session.ts"))
  const run = (localStorage: object) => {
    const marks: unknown[] = []
    const document = { documentElement: { toggleAttribute: (...mark: unknown[]) => marks.push(mark) } }
    new Function("localStorage", "document", code)(localStorage, document)
    return marks
  }
  const forbidden = {
    ownKeys: () => {
      throw new Error("forbidden")
    },
  }
  expect(run({ "sb-x-auth-token": "{}" })).toEqual([["data-session", true]])
  expect(run({ other: "x" })).toEqual([["data-session", false]])
  expect(run(new Proxy({}, forbidden))).toEqual([["data-session", false]])
})
