import type { S3Options } from "#adapters/files/s3-client.ts"
import type { Env } from "../process/env.ts"

/** The host of Amazon's container credentials, if only a path is given. */
const containerHost = "http://169.254.170.2"

/** The settings with one prefix as bucket options; undefined without a bucket. */
export function readS3Options(env: Env, kind: "FILES_S3" | "BACKUP_S3"): S3Options | undefined {
  const bucket = env[`${kind}_BUCKET`]
  if (!bucket) return undefined
  const accessKeyId = env[`${kind}_ACCESS_KEY_ID`]
  const secretAccessKey = env[`${kind}_SECRET_ACCESS_KEY`]
  const path = env.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI
  const url = path ? `${containerHost}${path}` : env.AWS_CONTAINER_CREDENTIALS_FULL_URI
  return {
    ...{ bucket, region: env[`${kind}_REGION`], endpoint: env[`${kind}_ENDPOINT`] },
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    container: url ? { url, tokenFile: env.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE } : undefined,
  }
}
