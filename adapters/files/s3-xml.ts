import { XMLParser } from "fast-xml-parser"
import { z } from "zod"

const parser = new XMLParser({
  parseTagValue: false,
  ignoreDeclaration: true,
  // Names contain character references such as "&#x27;", which this option decodes.
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
    // An empty element is parsed as empty text.
    .or(z.literal("").transform(() => ({ IsTruncated: "", NextContinuationToken: undefined, Contents: [] }))),
})

/** The error in a store's response; null for any other document, or none. */
export function readFailure(document: string): { code: string; message: string } | null {
  const found = failure.safeParse(parse(document))
  return found.success ? { code: found.data.Error.Code, message: found.data.Error.Message } : null
}

/** The id of a multipart upload. Throws a ZodError for another document. */
export const readUploadId = (document: string): string =>
  begun.parse(parse(document)).InitiateMultipartUploadResult.UploadId

/** A page of a listing, and the token for the next page. Throws a ZodError for another document. */
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
    // A proxy's error page, or an empty body.
    return undefined
  }
}
