import type { S3Client } from "./s3-client.ts"
import { readUploadId } from "./s3-xml.ts"

/**
 * Parts of this size are held in memory, a few at a time. All but the last have the same size, because some stores
 * require it.
 */
const partBytes = 8 * 1024 * 1024
const together = 2
/** The protocol's limit on the number of parts. */
const mostParts = 10_000

/** Uploads bytes of unknown length: short ones in one request, others in parts. Rethrows errors of `bytes`. */
export async function uploadStream(
  client: S3Client,
  key: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const parts = partsOf(bytes)
  try {
    const first = await parts.next()
    const second = first.done ? first : await parts.next()
    if (second.done) {
      const { body } = await client.send({ method: "PUT", key, body: first.value ?? Buffer.alloc(0) })
      body.resume()
    } else await uploadParts(client, key, chain([first.value ?? Buffer.alloc(0), second.value], parts))
  } finally {
    // Closes the source, which may hold a file or a connection open.
    await parts.return(undefined)
  }
}

async function uploadParts(client: S3Client, key: string, parts: AsyncIterable<Buffer>): Promise<void> {
  const begun = await client.sendForXml({ method: "POST", key, query: { uploads: "" } })
  const uploadId = readUploadId(begun)
  try {
    const tags = await sendParts(client, { key, uploadId, parts })
    const list = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    )
    const body = Buffer.from(`<CompleteMultipartUpload>${list.join("")}</CompleteMultipartUpload>`)
    await client.sendForXml({ method: "POST", key, query: { uploadId }, body })
  } catch (error) {
    await abort(client, { key, uploadId })
    throw error
  }
}

async function* chain(first: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* first
  yield* rest
}

/**
 * Uploads parts, a few at a time, and returns their tags in order. After a failure, no further part is read or
 * uploaded.
 */
async function sendParts(
  client: S3Client,
  { key, uploadId, parts }: { key: string; uploadId: string; parts: AsyncIterable<Buffer> },
): Promise<string[]> {
  const tags: string[] = []
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  try {
    for await (const part of parts) {
      const number = tags.push("")
      if (number > mostParts)
        throw new Error(`${key} is larger than ${mostParts} parts of ${partBytes} bytes`)
      const query = { partNumber: String(number), uploadId }
      const sending: Promise<void> = client
        .send({ method: "PUT", key, query, body: part })
        .then(({ headers, body }) => {
          body.resume()
          tags[number - 1] = headers.etag ?? ""
        })
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(sending))
      running.add(sending)
      if (running.size >= together) await Promise.race(running)
      if (failures.length > 0) break
    }
  } finally {
    // Aborts only after all requests have ended, because a part that arrives after the abort would stay.
    await Promise.all(running)
  }
  if (failures.length > 0) throw failures[0]
  return tags
}

/**
 * Removes the parts of an upload. If that fails, the bucket's lifecycle rule for incomplete uploads does it, and the
 * caller gets the original error.
 */
async function abort(client: S3Client, { key, uploadId }: { key: string; uploadId: string }): Promise<void> {
  await client.send({ method: "DELETE", key, query: { uploadId } }).then(
    ({ body }) => void body.resume(),
    () => {},
  )
}

/** Splits the bytes into parts of one size; the last part contains the rest. */
async function* partsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    held.push(chunk)
    size += chunk.byteLength
    while (size >= partBytes) {
      const all = Buffer.concat(held)
      yield all.subarray(0, partBytes)
      held = [all.subarray(partBytes)]
      size -= partBytes
    }
  }
  if (size > 0) yield Buffer.concat(held)
}
