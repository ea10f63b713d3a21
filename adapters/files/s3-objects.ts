import type { IncomingMessage } from "node:http"
import { encodeKey, type S3Client, unlessMissing } from "./s3-client.ts"
import { readPage } from "./s3-xml.ts"

/** An object's metadata. */
interface FoundObject {
  name: string
  size: number
  storedAt: Date
}

/** Null if there is none. */
export async function headObject(client: S3Client, key: string): Promise<Omit<FoundObject, "name"> | null> {
  const found = await unlessMissing(client.send({ method: "HEAD", key }))
  found?.body.resume()
  if (!found) return null
  const { "content-length": length, "last-modified": modified } = found.headers
  return { size: Number(length ?? 0), storedAt: modified ? new Date(modified) : new Date(0) }
}

/**
 * Null if there is none. `size` is the size of the whole object, even with a range such as "bytes=0-9"; rejects with an
 * error named "InvalidRange" if the object has no byte in the range. The body has to be read or destroyed.
 */
export async function getObject(
  client: S3Client,
  key: string,
  range?: string,
): Promise<{ size: number; body: IncomingMessage } | null> {
  const headers: Record<string, string> = range ? { range } : {}
  const found = await unlessMissing(client.send({ method: "GET", key, headers }))
  if (!found) return null
  const { "content-range": part, "content-length": length } = found.headers
  return { size: Number(range ? part?.split("/")[1] : (length ?? 0)), body: found.body }
}

/** Succeeds even if there is none. */
export async function deleteObject(client: S3Client, key: string): Promise<void> {
  const { body } = await client.send({ method: "DELETE", key })
  body.resume()
}

/** Copies within the bucket; the store does the work. */
export async function copyObject(client: S3Client, from: string, key: string): Promise<void> {
  const headers = { "x-amz-copy-source": `${client.bucket}/${encodeKey(from)}` }
  await client.sendForXml({ method: "PUT", key, headers })
}

/** Sorted by name, one page at a time. */
export async function* listObjects(client: S3Client, prefix: string): AsyncGenerator<FoundObject> {
  let token: string | undefined
  do {
    const query = { "list-type": "2", prefix, ...(token ? { "continuation-token": token } : {}) }
    const page = readPage(await client.sendForXml({ method: "GET", query }))
    yield* page.objects
    token = page.next
  } while (token)
}
