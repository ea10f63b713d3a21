import { z } from "zod"
import { importLimits } from "#content/import-limits.ts"
import { type Part, takeParts } from "#domain/competition/intake/upload.ts"
import { refuse, withBodyLimit, wrongMethod } from "./function.ts"
import { memberOf } from "./member-function.ts"

/** Allowance for boundaries and headers around the chunks. */
const overhead = 1_000_000
const bodyLimit = importLimits.bytesPerCall + overhead

/**
 * Accepts chunks of announced files as multipart/form-data: POST upload-import?import=<id> with fields named
 * "<file>.<position>" -> `{ whole: [files that are now complete] }`. At most 2 MB per call.
 */
export const uploadImport = withBodyLimit(bodyLimit, async (world, request, caller) => {
  if (request.method !== "POST") return wrongMethod()
  const importId = z.uuid().safeParse(new URL(request.url).searchParams.get("import"))
  if (!importId.success) return refuse(400, "invalid_input", "import: must be the id of an import")
  const announced = Number(request.headers.get("content-length") ?? Number.NaN)
  // The body is held in memory until it is stored.
  if (!(announced <= bodyLimit))
    return refuse(413, "too_large", "Send at most 2 MB at once, with a Content-Length")
  const member = await memberOf(world, caller)
  if (!member.ok) return refuse(member.status, member.code, member.message)
  const parts = await partsOf(request)
  if (!parts)
    return refuse(400, "invalid_input", 'The body must be a form of files named "<file>.<position>"')
  const taken = await takeParts(world, member.value.userId, importId.data, parts)
  if (taken.ok) return Response.json({ whole: taken.whole })
  return taken.code === "unknown_import"
    ? refuse(404, taken.code, "This import has ended, or it is not yours")
    : refuse(409, taken.code, "This import has no such file, or the file is longer than announced")
})

/** Null if the body is not a form or contains other fields. */
async function partsOf(request: Request): Promise<Part[] | null> {
  const form = await request.formData().catch(() => null)
  if (!form) return null
  const parts: Part[] = []
  for (const [name, value] of form) {
    const [, file, position] = /^(\d{1,6})\.(\d{1,12})$/.exec(name) ?? []
    if (file === undefined || position === undefined || typeof value === "string") return null
    const bytes = new Uint8Array(await value.arrayBuffer())
    parts.push({ file: Number(file), position: Number(position), bytes })
  }
  return parts.length > 0 ? parts : null
}
