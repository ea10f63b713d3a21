import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { acceptedEncodings, type Encoding } from "../static/encoding.ts"
import { contentType, isText } from "../static/types.ts"

/** Scripts, styles and fonts of the console, by path below /operator. */
type Assets = (request: Request) => Promise<Response | null>

/** Loads the files of a build into memory; each is compressed on first request. Names contain a hash of the content. */
export async function loadAssets(folder: string): Promise<Assets> {
  const names = await readdir(join(folder, "assets"))
  const files = new Map<string, Buffer>(
    await Promise.all(
      names.map(
        async (name) => [`/operator/assets/${name}`, await readFile(join(folder, "assets", name))] as const,
      ),
    ),
  )
  const encodingsOf = acceptedEncodings()
  const compressed = new Map<string, Promise<Buffer>>()

  return async (request) => {
    const { pathname } = new URL(request.url)
    const file = files.get(pathname)
    if (!file || (request.method !== "GET" && request.method !== "HEAD")) return null
    const [encoding] = isText(pathname)
      ? encodingsOf(request.headers.get("accept-encoding") ?? undefined)
      : []
    const key = `${encoding} ${pathname}`
    const body = encoding ? (compressed.get(key) ?? compress(file, encoding)) : Promise.resolve(file)
    if (encoding) compressed.set(key, body)
    const bytes = await body
    return new Response(request.method === "HEAD" ? null : new Uint8Array(bytes), {
      headers: {
        "content-type": contentType(pathname),
        "content-length": String(bytes.length),
        // Cached only by the operator's own browser.
        "cache-control": "private, max-age=31536000, immutable",
        vary: "Accept-Encoding",
        ...(encoding ? { "content-encoding": encoding } : {}),
      },
    })
  }
}

function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "gzip") return promisify(gzip)(bytes)
  return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
}
