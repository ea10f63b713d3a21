import { mkdir } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import S3rver from "s3rver"

export interface RunningS3 {
  /** The options for `createS3Files`. */
  options: {
    bucket: string
    region: string
    endpoint: string
    credentials: { accessKeyId: string; secretAccessKey: string }
  }
  close(): Promise<void>
}

/** An S3 server on a separate port, with one bucket, in a folder that does not exist yet. */
export async function startS3(directory: string): Promise<RunningS3> {
  await mkdir(directory, { recursive: true })
  const bucket = "files"
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = (await server.run()) as AddressInfo
  return {
    options: {
      bucket,
      region: "us-east-1",
      endpoint: `http://127.0.0.1:${port}`,
      // The one account that it knows.
      credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
    },
    close: () => server.close(),
  }
}
