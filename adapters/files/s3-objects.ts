import type { IncomingMessage } from "node:http"
import { encodeKey, type S3Client, unlessMissing } from "./s3-client.ts"
import { readPage } from "./s3-xml.ts"

/** What is known of an object without its bytes. */
interface FoundObject {
  name: string
  size: number
  storedAt: Date
}

/** Null when there is none. */
export async function headObject(client: S3Client, key: string): Promise<Omit<FoundObject, "name"> | null> {
  const found = await unlessMissing(client.send({ method: "HEAD", key }))
  found?.body.resume()
  if (!found) return null
  const { "content-length": length, "last-modified": modified } = found.headers
  return { size: Number(length ?? 0), storedAt: modified ? new Date(modified) : new Date(0) }
}

/**
 * Null when there is none. `size` is that of the whole object, also with a range, "bytes=0-9"; rejects with an error of the name
 * "InvalidRange" where the object has no byte of it. The body has to be read or destroyed.
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

/** Also well when there is none. */
export async function deleteObject(client: S3Client, key: string): Promise<void> {
  const { body } = await client.send({ method: "DELETE", key })
  body.resume()
}

/** Within the bucket, by the store itself. */
export async function copyObject(client: S3Client, from: string, key: string): Promise<void> {
  const headers = { "x-amz-copy-source": `${client.bucket}/${encodeKey(from)}` }
  await client.sendForXml({ method: "PUT", key, headers })
}

/** In the order of their names, a page at a time. */
export async function* listObjects(client: S3Client, prefix: string): AsyncGenerator<FoundObject> {
  let token: string | undefined
  do {
    const query = { "list-type": "2", prefix, ...(token ? { "continuation-token": token } : {}) }
    const page = readPage(await client.sendForXml({ method: "GET", query }))
    yield* page.objects
    token = page.next
  } while (token)
}
