import { z } from "zod"
import { importLimits } from "#content/import-limits.ts"
import { beginUpload } from "#domain/competition/intake/upload.ts"
import { withBodyLimit } from "./function.ts"
import { memberFunction } from "./member-function.ts"

const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000).toLocaleString("en-US")} MB`

const file = z.object({
  name: z
    .string("must be text")
    .min(1, "must not be empty")
    .max(200, "must have at most 200 characters")
    // Outcomes of files in an archive are reported as archive/file.
    .regex(/^[^/\\\p{Cc}\p{Cs}]*$/u, "must be a file name without its folder"),
  size: z
    .number()
    .int()
    .min(0)
    .max(importLimits.bytesPerFile, `must be at most ${megabytes(importLimits.bytesPerFile)}`),
})

const shape = z.object({
  files: z
    .array(file)
    .min(1, "Choose at least one file")
    .max(importLimits.files, `At most ${importLimits.files} files at once; a .zip counts as one`)
    .refine(
      (files) => files.reduce((sum, { size }) => sum + size, 0) <= importLimits.bytesTogether,
      `must be at most ${megabytes(importLimits.bytesTogether)} in total`,
    ),
})

/** Enough for two thousand names of 200 characters with their sizes. */
const bodyLimit = 2 * 1024 * 1024

const refusals = {
  not_joined: "Join the competition first.",
  too_many_imports: "Your other imports are still running. Wait for them to finish, then try again.",
} as const

/**
 * Announces files to be uploaded with upload-import: `{ files: [{ name, size }] }` -> `{ importId, names, bytesPerCall
 * }`. Progress is in the tables imports, import_uploads and import_files.
 */
export const beginImport = withBodyLimit(
  bodyLimit,
  memberFunction(shape, async (world, { files }, { userId }) => {
    const begun = await beginUpload(world, userId, files)
    if (!begun.ok) return { ok: false, code: begun.code, message: refusals[begun.code], status: 409 }
    const { importId, names } = begun
    return { ok: true, value: { importId, names, bytesPerCall: importLimits.bytesPerCall } }
  }),
)
