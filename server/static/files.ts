import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { join, sep } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { Encoding } from "./encoding.ts"
import { type BuildManifest, buildManifestShape, pageAddress } from "./manifest.ts"
import type { StaticOptions } from "./options.ts"
import { contentType, isText } from "./types.ts"

/** Alternating names and values, as ServerResponse.writeHead takes them. */
type RawHeaders = string[]

/** One encoded body of a file with the headers sent with it. */
export interface Variant {
  body: Buffer
  /** Strong: each coding has its own tag. */
  etag: string
  headers: { full: RawHeaders; notModified: RawHeaders }
  /** The same for visitors over https. */
  secureHeaders: { full: RawHeaders; notModified: RawHeaders }
}

export interface StaticFile {
  /** A prerendered page or its data, whose content may depend on the query. */
  page: boolean
  /** Range requests are supported. */
  ranges: boolean
  variants: { identity: Variant } & Partial<Record<Encoding, Variant>>
}

const cacheOf = {
  // The name contains a content hash.
  hashed: "public, max-age=31536000, immutable",
  page: "public, max-age=0, must-revalidate",
  file: "public, max-age=3600, stale-while-revalidate=86400",
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
        const address = pageAddress(web) ?? `/${web}`
        if (!options.leaveOut?.(address)) files.set(address, describe(web, bodies, manifest, options))
      }),
  )
  return files
}

type Bodies = { identity: Buffer } & Partial<Record<Encoding, Buffer>>

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
    if (text.includes(manifest.siteUrl)) return compressed(text.replaceAll(manifest.siteUrl, siteUrl))
  }
  return {
    identity,
    ...(present.has(`${name}.br`) ? { br: await readFile(`${path}.br`) } : {}),
    ...(present.has(`${name}.gz`) ? { gzip: await readFile(`${path}.gz`) } : {}),
  }
}

/** Within a thousandth of the size at the highest quality for pages, for a sixth of the work at startup. */
async function compressed(text: string): Promise<Bodies> {
  const identity = Buffer.from(text)
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    promisify(gzip)(identity, { level: 6 }),
  ])
  return { identity, br, gzip: gz }
}

function describe(name: string, bodies: Bodies, manifest: BuildManifest, options: StaticOptions): StaticFile {
  const address = pageAddress(name)
  const scriptHashes = address === null ? [] : (manifest.pages[address]?.scriptHashes ?? [])
  const isPage = address !== null || name.endsWith(".data")
  const cache = isPage ? cacheOf.page : name.startsWith("assets/") ? cacheOf.hashed : cacheOf.file
  const digest = createHash("sha256").update(bodies.identity).digest("base64url").slice(0, 22)
  const ranges = !isText(name)

  const variant = (body: Buffer, encoding?: Encoding): Variant => {
    const etag = encoding ? `"${digest}-${encoding}"` : `"${digest}"`
    const headersFor = (https: boolean) => {
      const notModified = [
        ...Object.entries(options.securityHeaders({ scriptHashes, https })).flat(),
        ...["ETag", etag, "Cache-Control", cache],
        ...(isText(name) ? ["Vary", "Accept-Encoding"] : []),
      ]
      const full = [
        ...notModified,
        ...["Content-Type", contentType(name), "Content-Length", String(body.length)],
        ...(encoding ? ["Content-Encoding", encoding] : []),
        ...(ranges ? ["Accept-Ranges", "bytes"] : []),
      ]
      return { full, notModified }
    }
    return { body, etag, headers: headersFor(false), secureHeaders: headersFor(true) }
  }

  return {
    page: isPage,
    ranges,
    variants: {
      identity: variant(bodies.identity),
      ...(bodies.br ? { br: variant(bodies.br, "br") } : {}),
      ...(bodies.gzip ? { gzip: variant(bodies.gzip, "gzip") } : {}),
    },
  }
}
