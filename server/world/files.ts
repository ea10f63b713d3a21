import { join } from "node:path"
import { createDiskFiles } from "#adapters/files/disk.ts"
import type { Files } from "#domain/world.ts"
import type { Closers } from "../closers.ts"
import type { Env } from "../env.ts"

/** Files in the bucket of FILES_S3_BUCKET, or below DATA_DIR. The client of S3 is loaded only where it is used. */
export async function openFiles(env: Env, closers: Closers): Promise<Files> {
  const { FILES_S3_BUCKET: bucket, FILES_S3_REGION: region, FILES_S3_ENDPOINT: endpoint } = env
  if (!bucket) return createDiskFiles({ root: join(env.DATA_DIR, "files") })
  const { createS3Files } = await import("#adapters/files/s3.ts")
  const accessKeyId = env.FILES_S3_ACCESS_KEY_ID
  const secretAccessKey = env.FILES_S3_SECRET_ACCESS_KEY
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
  const files = createS3Files({ bucket, region, endpoint, credentials })
  closers.add("files", async () => files.close())
  return files
}
