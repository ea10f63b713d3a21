import { XMLParser } from "fast-xml-parser"
import { z } from "zod"

const parser = new XMLParser({
  parseTagValue: false,
  ignoreDeclaration: true,
  // Names come with references such as "&#x27;", which this option reads.
  htmlEntities: true,
  isArray: (name) => name === "Contents",
})

const text = z.string().default("")

const failure = z.object({ Error: z.object({ Code: text, Message: text }) })
const begun = z.object({ InitiateMultipartUploadResult: z.object({ UploadId: z.string().min(1) }) })
const page = z.object({
  ListBucketResult: z
    .object({
      IsTruncated: text,
      NextContinuationToken: z.string().optional(),
      Contents: z.array(z.object({ Key: z.string(), Size: text, LastModified: z.coerce.date() })).default([]),
    })
    // An element without content is an empty text.
    .or(z.literal("").transform(() => ({ IsTruncated: "", NextContinuationToken: undefined, Contents: [] }))),
})

/** What a store says went wrong; null for any other document, or none. */
export function readFailure(document: string): { code: string; message: string } | null {
  const found = failure.safeParse(parse(document))
  return found.success ? { code: found.data.Error.Code, message: found.data.Error.Message } : null
}

/** The id of an upload in parts. Throws a ZodError for another document. */
export const readUploadId = (document: string): string =>
  begun.parse(parse(document)).InitiateMultipartUploadResult.UploadId

/** A page of a list, and the token of the next one. Throws a ZodError for another document. */
export function readPage(document: string) {
  const { Contents, IsTruncated, NextContinuationToken } = page.parse(parse(document)).ListBucketResult
  return {
    objects: Contents.map(({ Key, Size, LastModified }) => ({
      name: Key,
      size: Number(Size),
      storedAt: LastModified,
    })),
    next: IsTruncated === "true" ? NextContinuationToken : undefined,
  }
}

function parse(document: string): unknown {
  try {
    return parser.parse(document)
  } catch {
    // A proxy's page, or nothing at all.
    return undefined
  }
}
