import { Readable } from "node:stream"
import { Upload } from "@aws-sdk/lib-storage"

type Client = ConstructorParameters<typeof Upload>[0]["client"]

/** Parts of this size are held in memory, two at a time. */
const partBytes = 8 * 1024 * 1024

/** Uploads bytes whose number is not known yet: small ones at once, others in parts. Rethrows what `bytes` throws. */
export async function uploadStream(
  client: Client,
  object: { Bucket: string; Key: string },
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const upload = new Upload({
    client,
    params: { ...object, Body: Readable.from(bytes, { objectMode: false }) },
    partSize: partBytes,
    queueSize: 2,
    // Parts of what failed are removed.
    leavePartsOnError: false,
  })
  await upload.done()
}
