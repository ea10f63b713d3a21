import { HeadBucketCommand, S3Client } from "@aws-sdk/client-s3"

export interface S3Options {
  bucket: string
  region: string
  /** Of a store that is not Amazon's, such as "https://s3.example"; addresses then name the bucket in the path. */
  endpoint?: string | undefined
  /** Without them the client looks for credentials where Amazon's tools do. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** Why a bucket cannot be used: its settings are wrong, or the store did not answer as it should. */
export interface BucketProblem {
  kind: "settings" | "answer"
  says: string
}

const patienceMs = 5_000
/** How long a connection may be silent while a request is under way, in ms. */
const idleMs = 30_000

export function openS3({ region, endpoint, credentials }: S3Options): S3Client {
  return new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
    // Stores other than Amazon's do not know its newer checksums; the bytes are checked by their hash.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // Without these the client waits for ever: for the connection, and for the next bytes.
    requestHandler: { connectionTimeout: patienceMs, socketTimeout: idleMs },
  })
}

/** Asks for the bucket; null when it is there. Answers within five seconds. */
export async function findBucketProblem(client: S3Client, bucket: string): Promise<BucketProblem | null> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }), {
      abortSignal: AbortSignal.timeout(patienceMs),
    })
    return null
  } catch (error) {
    const { name, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } }
    const status = $metadata?.httpStatusCode ?? 0
    if (status === 404) return { kind: "settings", says: `there is no bucket ${bucket} there` }
    if (status === 403 || status === 401 || name === "CredentialsProviderError")
      return { kind: "settings", says: `it refuses the key for the bucket ${bucket}` }
    if (status === 301 || status === 400)
      return { kind: "settings", says: `the bucket ${bucket} is in another region` }
    return { kind: "answer", says: status ? `it answers with ${status}` : "it does not answer" }
  }
}

/** Null for an object that is not there. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (["NoSuchKey", "NotFound"].includes(Object(error).name)) return null
    throw error
  }
}
