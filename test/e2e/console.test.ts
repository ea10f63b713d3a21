/** What the browser is sent of the operator's console. */
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { root } from "./support/program.ts"
import { expect, test } from "./support/worker.ts"

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
}

test("No public file holds console code, and the console's own entry weighs at most 150 kB", async () => {
  const files = await filesBelow(join(root, "build/client"))
  const texts = files.filter((file) => /\.(js|css|html|data|json)$/.test(file))
  expect(texts.length).toBeGreaterThan(50)
  for (const file of texts) {
    const text = await readFile(file, "utf8")
    for (const word of ["/operator", "list-table", "data-says", "tinykeys", "uplot"])
      expect(text.includes(word), `${file} holds ${word}`).toBe(false)
  }
  const folder = join(root, "build/operator/client")
  const manifest = (await filesBelow(folder)).find((file) => /manifest-\w+\.js$/.test(file)) ?? ""
  const { entry, routes } = JSON.parse(/=(\{.*\});?\s*$/s.exec(await readFile(manifest, "utf8"))?.[1] ?? "{}")
  const needed = new Set<string>()
  for (const one of [entry, routes.root, routes["review/activity"]])
    for (const file of [one.module, ...one.imports]) needed.add(file)
  let bytes = 0
  for (const file of needed)
    bytes += gzipSync(await readFile(join(folder, file.replace("/operator/", "")))).length
  console.warn(`console entry: ${Math.round(bytes / 1000)} kB of scripts in ${needed.size} files`)
  expect(needed.size).toBeGreaterThan(3)
  expect(bytes).toBeLessThan(150_000)
})
