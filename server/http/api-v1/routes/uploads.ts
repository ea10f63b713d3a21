import { createRoute, z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { apiUploadBytes } from "#content/api.ts"
import { ownImport } from "#domain/competition/account/imports.ts"
import { uploadOnce } from "#domain/competition/intake/upload-once.ts"
import type { World } from "#domain/world.ts"
import type { AppEnv } from "../../context.ts"
import type { RateLimits } from "../../guard/rate-limits.ts"
import { needs, ownerIn } from "../caller.ts"
import { countUploads } from "../limits.ts"
import { problem, problems } from "../problem.ts"
import { type ApiApp, read } from "../route.ts"
import { importState, uploadAccepted } from "../shapes.ts"
import { notJoined } from "./me.ts"

const fileName = z
  .string()
  .min(1, "name must not be empty")
  .max(200, "name must have at most 200 characters")
  .regex(/^[^/\\\p{Cc}\p{Cs}]*$/u, "name must be a file name without its folder")

const bytes = z.string().openapi({ type: "string", format: "binary" })

/** Uploads by token, for phone shortcuts and scripts. */
export function uploadRoutes(
  app: ApiApp,
  { world, rateLimits }: { world: World; rateLimits: RateLimits | undefined },
): void {
  const { siteUrl } = world.settings
  const middleware = [needs("me:write"), ...(rateLimits ? [countUploads(rateLimits)] : [])]
  const route = createRoute({
    method: "post",
    path: "/api/v1/me/activities",
    summary: "Upload a recording",
    description: `A FIT, GPX, TCX or zip file of at most ${apiUploadBytes / 1024 / 1024} MB, as the body or as the field \`file\` of a form. With an \`Idempotency-Key\`, sending the same file again within a day returns the same import.`,
    security: [{ token: ["me:write"] }],
    request: {
      query: z.strictObject({
        name: fileName
          .optional()
          .openapi({ description: "The file's name, when the body is the file.", example: "run.fit" }),
      }),
      headers: z.object({
        "idempotency-key": z
          .string()
          .min(1)
          .max(255)
          .optional()
          .openapi({ description: "Any text of yours, one for each file." }),
      }),
      body: {
        required: true,
        content: {
          "application/octet-stream": { schema: bytes },
          "multipart/form-data": { schema: z.object({ file: bytes }) },
        },
      },
    },
    responses: {
      202: {
        description: "Stored; it is read within seconds",
        content: { "application/json": { schema: uploadAccepted } },
      },
      ...problems(400, 401, 403, 409, 413, 415, 422),
    },
  })
  // Validated here, because the validator of forms would read the whole body before anything else.
  app.hono.openAPIRegistry.registerPath(route)
  app.hono.use(route.path, ...middleware)
  app.hono.post(route.path, async (c: Context<AppEnv>) => {
    const key = c.req.header("idempotency-key") ?? null
    if (key !== null && (key === "" || key.length > 255))
      return problem(c, {
        status: 400,
        code: "invalid_parameter",
        title: "Not understood",
        message: "Idempotency-Key must have 1 to 255 characters",
      })
    const file = await fileIn(c)
    if (file instanceof Response) return file
    const taken = await uploadOnce(world, ownerIn(c), { ...file, key })
    if (taken.ok) {
      const url = `${siteUrl}/api/v1/me/imports/${taken.importId}`
      return c.json({ import: taken.importId, url }, 202, { location: url })
    }
    if (taken.code === "not_joined") return notJoined(c)
    return problem(c, { code: taken.code, ...refusals[taken.code] })
  })

  read(app, {
    path: "/me/imports/{import}",
    summary: "What became of an upload",
    scope: "me:write",
    params: { import: z.uuid() },
    answer: importState,
    refusals: [404],
    async handle(c, { params }) {
      const found = await ownImport(world.db, ownerIn(c), params.import)
      if (found) return { import: found.id, finished: found.isFinished, recordings: found.outcomes }
      return problem(c, {
        status: 404,
        code: "unknown_import",
        title: "No such import",
        message: "There is no such import of the owner of the token.",
      })
    },
  })
}

const refusals = {
  key_reused: {
    status: 422,
    title: "Key used before",
    message: "This Idempotency-Key was used for another file. Use a new one.",
  },
  too_many_imports: {
    status: 409,
    title: "Still reading",
    message: "Earlier uploads are still being read. Try again in a minute.",
  },
} as const

/** The file of the body or of its form; a refusal when there is none. */
async function fileIn(c: Context<AppEnv>): Promise<{ name: string; bytes: Uint8Array } | Response> {
  const type = c.req.header("content-type") ?? ""
  if (/^multipart\/form-data/i.test(type)) {
    const form = await c.req.formData().catch(() => null)
    const file = form?.get("file")
    if (!(file instanceof File))
      return problem(c, {
        status: 400,
        code: "no_file",
        title: "No file",
        message: 'The form must have a file in the field "file".',
      })
    return named(c, file.name, new Uint8Array(await file.arrayBuffer()))
  }
  return named(c, c.req.query("name"), new Uint8Array(await c.req.arrayBuffer()))
}

function named(c: Context<AppEnv>, given: string | undefined, bytes: Uint8Array) {
  const name = fileName.safeParse(given)
  if (!name.success)
    return problem(c, {
      status: 400,
      code: "invalid_parameter",
      title: "Not understood",
      message:
        given === undefined ? "Say the file's name: ?name=run.fit" : (name.error.issues[0]?.message ?? ""),
    })
  if (bytes.length === 0)
    return problem(c, { status: 400, code: "no_file", title: "No file", message: "The file is empty." })
  return { name: name.data, bytes }
}
