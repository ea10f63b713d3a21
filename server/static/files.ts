import { readdir, readFile } from "node:fs/promises"
import { join, sep } from "node:path"
import { type Bodies, compressed } from "./bodies.ts"
import { describeFile, type StaticFile } from "./file.ts"
import { type BuildManifest, buildManifestShape, pageAddress } from "./manifest.ts"
import type { StaticOptions } from "./options.ts"
import { contentType, isText } from "./types.ts"

export const cacheOf = {
  // The name contains a content hash.
  hashed: "public, max-age=31536000, immutable",
  page: "public, max-age=0, must-revalidate",
  file: "public, max-age=3600, stale-while-revalidate=86400",
  // Browsers compare it with theirs on each visit: an update must not wait in a cache.
  worker: "no-cache",
}

/** Loads the built client into memory, by URL path. */
export async function loadFiles(options: StaticOptions): Promise<Map<string, StaticFile>> {
  const folder = join(options.buildDir, "client")
  const manifest = buildManifestShape.parse(
    JSON.parse(await readFile(join(options.buildDir, "pages.json"), "utf8")),
  )
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  const present = new Set(names)
  const files = new Map<string, StaticFile>()
  await Promise.all(
    names
      .filter((name) => !/\.(br|gz)$/.test(name) && !name.startsWith(".vite"))
      .map(async (name) => {
        const bodies = await readBodies(folder, name, present, manifest, options.siteUrl)
        const web = name.split(sep).join("/")
        files.set(pageAddress(web) ?? `/${web}`, describe(web, bodies, manifest, options))
      }),
  )
  return files
}

async function readBodies(
  folder: string,
  name: string,
  present: ReadonlySet<string>,
  manifest: BuildManifest,
  siteUrl: string,
): Promise<Bodies> {
  const path = join(folder, name)
  const identity = await readFile(path)
  // Pages, feeds and sitemaps contain the site's address; it is replaced when it changed since the build.
  if (manifest.siteUrl !== siteUrl && /\.(html|xml|txt)$/.test(name)) {
    const text = identity.toString("utf8")
    if (text.includes(manifest.siteUrl))
      return compressed(Buffer.from(text.replaceAll(manifest.siteUrl, siteUrl)))
  }
  return {
    identity,
    ...(present.has(`${name}.br`) ? { br: await readFile(`${path}.br`) } : {}),
    ...(present.has(`${name}.gz`) ? { gzip: await readFile(`${path}.gz`) } : {}),
  }
}

function describe(name: string, bodies: Bodies, manifest: BuildManifest, options: StaticOptions): StaticFile {
  const address = pageAddress(name)
  const scriptHashes = address === null ? [] : (manifest.pages[address]?.scriptHashes ?? [])
  const page = address !== null || name.endsWith(".data")
  return describeFile({
    bodies,
    page,
    text: isText(name),
    contentType: contentType(name),
    cacheControl: cacheControlOf(name, page),
    headers: (https) => ({
      ...options.securityHeaders({ scriptHashes, https }),
      ...(name === serviceWorker ? { "Service-Worker-Allowed": "/" } : {}),
    }),
  })
}

const serviceWorker = "service-worker.js"

function cacheControlOf(name: string, page: boolean): string {
  if (page) return cacheOf.page
  if (name === serviceWorker) return cacheOf.worker
  return name.startsWith("assets/") ? cacheOf.hashed : cacheOf.file
}
