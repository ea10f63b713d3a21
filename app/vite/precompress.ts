import { readdir, readFile, writeFile } from "node:fs/promises"
import { join, sep } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { scriptHashes } from "#primitives/inline-scripts.ts"

const text = /\.(html|js|css|json|webmanifest|xml|txt|data|svg|ico)$/

/**
 * The last step of a build: writes name.br and name.gz for every text file that they make smaller, and pages.json,
 * which lists the hashes of each prerendered page's inline scripts.
 * @param buildDir folder that contains client/
 * @param siteUrl the public origin of the prerendered pages
 */
export async function precompress(buildDir: string, siteUrl: string): Promise<void> {
  const folder = join(buildDir, "client")
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && text.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
  const pages: Record<string, { scriptHashes: string[] }> = {}
  await Promise.all(
    names.map(async (name) => {
      const body = await readFile(join(folder, name))
      const page = /^(?:(.*)\/)?index\.html$/.exec(name.split(sep).join("/"))
      if (page) pages[`/${page[1] ?? ""}`] = { scriptHashes: scriptHashes(body.toString("utf8")) }
      await writeSmaller(join(folder, name), body)
    }),
  )
  await writeFile(join(buildDir, "pages.json"), `${JSON.stringify({ siteUrl, pages }, null, 1)}\n`)
}

async function writeSmaller(path: string, body: Buffer): Promise<void> {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    promisify(gzip)(body, { level: 9 }),
  ])
  if (br.length < body.length) await writeFile(`${path}.br`, br)
  if (gz.length < body.length) await writeFile(`${path}.gz`, gz)
}
