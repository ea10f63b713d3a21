import type { Readable } from "node:stream"
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy"
import { Refusal } from "../refusal.ts"
import type { StorageContext } from "../storage.ts"
import { bodyOf } from "./body-stream.ts"

interface MultipartFile {
  /** Text fields that came before the file. */
  fields: ReadonlyMap<string, string>
  mimeType: string
  /** Fails when the client disconnects. Provides at most `limit` bytes plus one. */
  bytes: AsyncIterable<Uint8Array>
}

/**
 * The one file of a form and the fields before it, without buffering the file. The official client names the field of the file
 * with an empty text; any name will do.
 */
export async function readMultipart(c: StorageContext, limit: number): Promise<MultipartFile> {
  const source = bodyOf(c)
  if (!source) throw new Refusal("InvalidRequest", "No content provided")
  const fields = new Map<string, string>()
  const found = Promise.withResolvers<MultipartFile>()
  const form = open(c.req.raw, limit)
  let file: Readable | undefined
  // The reader of the file must also fail, because half a file is useless.
  const fail = (error: unknown) => {
    found.reject(malformed(error))
    file?.destroy(malformed(error))
  }
  form.on("field", (name, value) => fields.set(name, value))
  form.on("file", (_name, stream, _file, _encoding, mimeType) => {
    file = stream
    // A reader that starts after the failure gets the error immediately.
    stream.on("error", () => {})
    found.resolve({ fields, mimeType, bytes: bytesOf(stream, () => source.unpipe(form)) })
  })
  form.on("error", fail)
  form.on("finish", () => found.reject(new Refusal("InvalidRequest", "The form has no file")))
  source.on("error", fail)
  source.pipe(form)
  return found.promise
}

async function* bytesOf(stream: Readable, end: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* stream
  } catch (error) {
    throw error instanceof Refusal ? error : malformed(error)
  } finally {
    // Discards the rest of a refused form.
    end()
  }
}

function open(request: Request, limit: number): BusboyInstance {
  try {
    return new Busboy({
      headers: Object.fromEntries(request.headers) as BusboyHeaders,
      limits: {
        fields: 10,
        files: 1,
        parts: 11,
        fieldSize: 1024 * 1024 + 1,
        fieldNameSize: 100,
        fileSize: limit + 1,
      },
    })
  } catch (error) {
    throw malformed(error)
  }
}

function malformed(error: unknown): Refusal {
  return new Refusal("InvalidRequest", error instanceof Error ? error.message : "The form cannot be read")
}
