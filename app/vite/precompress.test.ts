import { createHash } from "node:crypto"
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { expect, onTestFinished, test } from "vitest"
import { scriptHashes } from "#primitives/inline-scripts.ts"
import { precompress } from "./precompress.ts"

const sha = (code: string) => `sha256-${createHash("sha256").update(code).digest("base64")}`

test("only scripts that a browser would run inline are hashed, each once", () => {
  const html = `<script>a()</script><script src="/x.js"></script><script type="module" async="">import "b"
</script><script type="application/ld+json">{"c":1}</script><script>a()</script>`
  expect(scriptHashes(html)).toEqual([sha("a()"), sha('import "b"\n')])
})

test("text files get compressed copies next to them, and pages are listed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "precompress-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, "client/about"), { recursive: true })
  const page = `<p>${"word ".repeat(100)}</p><script>a()</script>`
  await writeFile(join(folder, "client/about/index.html"), page)
  await writeFile(join(folder, "client/tiny.txt"), "x")
  await writeFile(join(folder, "client/photo.png"), "y".repeat(500))

  await precompress(folder, "https://b4m.example")

  expect((await readdir(join(folder, "client"))).sort()).toEqual(["about", "photo.png", "tiny.txt"])
  const br = await readFile(join(folder, "client/about/index.html.br"))
  const gz = await readFile(join(folder, "client/about/index.html.gz"))
  expect(brotliDecompressSync(br).toString()).toBe(page)
  expect(gunzipSync(gz).toString()).toBe(page)
  expect(JSON.parse(await readFile(join(folder, "pages.json"), "utf8"))).toEqual({
    siteUrl: "https://b4m.example",
    pages: { "/about": { scriptHashes: [sha("a()")] } },
  })
})
