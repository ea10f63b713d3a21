import { createHash } from "node:crypto"
import { readdirSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { scratchFolder } from "#test/support/scratch.ts"
import { buildBootScript } from "./boot-scripts.ts"

const folder = join(import.meta.dirname, "../boot")
/** Parts of the others. */
const parts = ["deferred.ts", "follow-board.ts", "time-left.ts"]
const scripts = readdirSync(folder).filter((name) => !parts.includes(name))
/** The script of a screen is the whole page, which is loaded once in weeks. */
const mostCharacters = (name: string) => (name === "screen.ts" ? 5_000 : 3_100)

test.each(scripts)("%s becomes one small script whose hash is known", async (name) => {
  const { code, hash } = await buildBootScript(join(folder, name))
  expect(() => new Function(code)).not.toThrow()
  expect(code).not.toMatch(/\bimport [\w{*"]|\bexport\b|\n./)
  expect(code.length).toBeLessThan(mostCharacters(name))
  expect(hash).toBe(`sha256-${createHash("sha256").update(code).digest("base64")}`)
})

test("an embedded board that missed an update opens one new stream, and keeps one timer", async () => {
  const { code } = await buildBootScript(join(folder, "embed-board.ts"))
  const streams: { closed: boolean; tell: (data: string) => void }[] = []
  class Stream {
    closed = false
    tell = (_data: string) => {}
    constructor() {
      streams.push(this)
    }
    addEventListener(name: string, listener: (event: { data: string }) => void) {
      if (name === "difference") this.tell = (data) => listener({ data })
    }
    close() {
      this.closed = true
    }
  }
  const clocks: unknown[] = []
  vi.stubGlobal("EventSource", Stream)
  vi.stubGlobal("document", { body: { dataset: {} }, querySelector: () => null })
  vi.stubGlobal("setInterval", (tick: unknown) => clocks.push(tick))
  try {
    new Function(code)()
    // No rows have arrived yet, so no difference applies.
    streams[0]?.tell(JSON.stringify({ rows: [] }))
    expect(streams.map(({ closed }) => closed)).toEqual([true, false])
    expect(clocks).toHaveLength(1)
  } finally {
    vi.unstubAllGlobals()
  }
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

test("the script of the head marks the document: whether a session is stored, and in which units distances are shown", async () => {
  const { code } = await buildBootScript(join(folder, "mark-document.ts"))
  const run = (kept: Record<string, string>, language = "en-US") => {
    const marks: unknown[] = []
    const document = { documentElement: { toggleAttribute: (...mark: unknown[]) => marks.push(mark) } }
    const localStorage = Object.create(
      { getItem: (key: string) => kept[key] ?? null },
      {
        ...Object.getOwnPropertyDescriptors(kept),
      },
    )
    new Function("localStorage", "document", "navigator", code)(localStorage, document, { language })
    return Object.fromEntries(marks as [string, boolean][])
  }
  expect(run({ "sb-x-auth-token": "{}" })).toEqual({ "data-session": true, "data-metric": false })
  expect(run({ other: "x" }, "de-DE")).toEqual({ "data-session": false, "data-metric": true })
  expect(run({ units: "imperial" }, "de-DE")).toEqual({ "data-session": false, "data-metric": false })
  expect(run({ units: "metric" })).toEqual({ "data-session": false, "data-metric": true })
  expect(run({ units: "furlongs" })).toEqual({ "data-session": false, "data-metric": false })

  // Storage blocked by the browser.
  const marks: unknown[] = []
  const document = { documentElement: { toggleAttribute: (...mark: unknown[]) => marks.push(mark) } }
  const blocked = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error("forbidden")
      },
      get: () => {
        throw new Error("forbidden")
      },
    },
  )
  new Function("localStorage", "document", "navigator", code)(blocked, document, { language: "fr-FR" })
  expect(marks).toEqual([
    ["data-session", false],
    ["data-metric", true],
  ])
})
