import { createHash } from "node:crypto"
import { text } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { AwsV4Signer } from "aws4fetch"
import { type CredentialsSource, createCredentials } from "./s3-credentials.ts"
import { openConnections, type StoreAnswer } from "./s3-request.ts"
import { readFailure } from "./s3-xml.ts"

export interface S3Options extends CredentialsSource {
  bucket: string
  region: string
  /**
   * The endpoint of a store other than Amazon's, such as "https://s3.example"; URLs then contain the bucket in the
   * path.
   */
  endpoint?: string | undefined
}

/** Why a bucket cannot be used: its settings are wrong, or the store did not respond as expected. */
export interface BucketProblem {
  kind: "settings" | "answer"
  says: string
}

/**
 * An error response of a store. Its name is the store's error code, such as "NoSuchKey", or "Status404" if there is
 * none.
 */
class StoreError extends Error {
  readonly status: number

  constructor(status: number, failure: { code: string; message: string } | null) {
    super(failure?.message || `The store answered with ${status}`)
    this.name = failure?.code || `Status${status}`
    this.status = status
  }
}

interface Call {
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE"
  /** The key of the object; empty for the bucket. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer
  signal?: AbortSignal
}

/** Requests to one bucket. */
export interface S3Client {
  bucket: string
  /**
   * Retries failures of the store or the network. Throws StoreError for a status of 300 and above. The body has to be
   * read or destroyed.
   */
  send(call: Call): Promise<StoreAnswer>
  /** The same for an XML response, which some calls use to report a failure despite status 200. */
  sendForXml(call: Call): Promise<string>
  close(): void
}

const patienceMs = 5_000
const mostAttempts = 3
const firstPauseMs = 100

export function openS3(options: S3Options): S3Client {
  const base = addressOf(options)
  const connections = openConnections(base)
  const credentials = createCredentials(options)

  async function attempt(call: Call): Promise<StoreAnswer> {
    const { method, key = "", query = {}, headers = {}, body, signal } = call
    const url = new URL(base)
    if (key) url.pathname = `${base.pathname.replace(/\/$/, "")}/${encodeKey(key)}`
    url.search = Object.entries(query)
      .map((pair) => pair.map(encode).join("="))
      .join("&")
    const hash = createHash("sha256").update(body ?? "")
    const signed = await new AwsV4Signer({
      ...(await credentials.get()),
      ...{ method, url: url.href, service: "s3", region: options.region },
      headers: { ...headers, "x-amz-content-sha256": hash.digest("hex") },
    }).sign()
    const request = { method, url, headers: Object.fromEntries(signed.headers), body, signal }
    return connections.exchange(request)
  }

  async function repeated<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (let count = 1; ; count++) {
      try {
        return await work()
      } catch (error) {
        if (count === mostAttempts || signal?.aborted || !mayPass(error)) throw error
        await sleep(Math.random() * firstPauseMs * 2 ** count, undefined, { signal })
      }
    }
  }

  const accepted = async (call: Call): Promise<StoreAnswer> => {
    const answer = await attempt(call)
    if (answer.status < 300) return answer
    throw new StoreError(answer.status, readFailure(await text(answer.body)))
  }

  return {
    bucket: options.bucket,
    send: (call) => repeated(() => accepted(call), call.signal),
    sendForXml: (call) =>
      repeated(async () => {
        const { status, body } = await accepted(call)
        const document = await text(body)
        const failure = readFailure(document)
        if (failure) throw new StoreError(status, failure)
        return document
      }, call.signal),
    close: () => connections.close(),
  }
}

/** Checks the bucket; null if it is usable. Completes within five seconds. */
export async function findBucketProblem(client: S3Client): Promise<BucketProblem | null> {
  const { bucket } = client
  try {
    const { body } = await client.send({ method: "HEAD", signal: AbortSignal.timeout(patienceMs) })
    body.resume()
    return null
  } catch (error) {
    const status = error instanceof StoreError ? error.status : 0
    if (status === 404) return { kind: "settings", says: `there is no bucket ${bucket} there` }
    if (status === 403 || status === 401 || Object(error).name === "NoCredentials")
      return { kind: "settings", says: `it refuses the key for the bucket ${bucket}` }
    if (status === 301 || status === 400)
      return { kind: "settings", says: `the bucket ${bucket} is in another region` }
    return { kind: "answer", says: status ? `it answers with ${status}` : "it does not answer" }
  }
}

/** Null for an object that does not exist. A HEAD response has no body with an error code, so its status decides. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (["NoSuchKey", "Status404"].includes(Object(error).name)) return null
    throw error
  }
}

/**
 * The URL of the bucket. Amazon's wildcard certificate does not cover bucket names with a dot, so these go into the
 * path.
 */
function addressOf({ bucket, region, endpoint }: S3Options): URL {
  if (endpoint) return new URL(`${endpoint.replace(/\/$/, "")}/${bucket}`)
  const host = `s3.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`
  return new URL(bucket.includes(".") ? `https://${host}/${bucket}` : `https://${bucket}.${host}/`)
}

/** Network errors, and responses of a store that is overloaded or failed internally. */
function mayPass(error: unknown): boolean {
  if (Object(error).name === "NoCredentials") return false
  if (!(error instanceof StoreError)) return true
  return (
    error.status >= 500 ||
    error.status === 429 ||
    ["SlowDown", "InternalError", "RequestTimeout", "ServiceUnavailable"].includes(error.name)
  )
}

/** Percent-encodes as signatures require: everything except letters, digits and "-_.~". */
function encode(part: string): string {
  return encodeURIComponent(part).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** The path of an object, without the leading slash. */
export const encodeKey = (key: string): string => key.split("/").map(encode).join("/")
