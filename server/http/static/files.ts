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
  // Browsers revalidate it on each visit, so that an update does not wait in a cache.
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
  const read = await Promise.all(
    names
      .filter((name) => !/\.(br|gz)$/.test(name) && !name.startsWith(".vite"))
      .map(async (name) => [name, await readBodies(folder, name, present)] as const),
  )
  // One page after the other, because the memory that concurrent encoders use would stay with the process.
  for (const [name, bodies] of read) {
    const moved =
      atAnotherSite(name, bodies.identity, manifest.siteUrl, options.siteUrl) ??
      withOwnName(name, bodies.identity, options.ownSite?.name)
    const web = name.split(sep).join("/")
    const sent = moved ? await compressed(moved) : bodies
    files.set(pageAddress(web) ?? `/${web}`, describe(web, sent, manifest, options))
  }
  return files
}

async function readBodies(folder: string, name: string, present: ReadonlySet<string>): Promise<Bodies> {
  const path = join(folder, name)
  return {
    identity: await readFile(path),
    ...(present.has(`${name}.br`) ? { br: await readFile(`${path}.br`) } : {}),
    ...(present.has(`${name}.gz`) ? { gzip: await readFile(`${path}.gz`) } : {}),
  }
}

/** Pages, feeds and sitemaps contain the site's URL; if it has changed since the build, it is replaced. */
function atAnotherSite(name: string, identity: Buffer, built: string, now: string): Buffer | undefined {
  if (built === now || !/\.(html|xml|txt)$/.test(name) || !identity.includes(built)) return undefined
  return Buffer.from(identity.toString("utf8").replaceAll(built, now))
}

/** The installed app has the name of an operator's settings. */
function withOwnName(name: string, identity: Buffer, own: string | undefined): Buffer | undefined {
  if (name !== "site.webmanifest" || !own) return undefined
  return Buffer.from(JSON.stringify({ ...JSON.parse(identity.toString("utf8")), name: own, short_name: own }))
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
