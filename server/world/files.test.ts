import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readEnv } from "#server/process/env.ts"
import { createLog } from "#server/process/log.ts"
import { createClosers } from "#server/world/closers.ts"
import { type RunningS3, startS3 } from "#test/support/s3.ts"
import { scratchFolder } from "#test/support/scratch.ts"
import { checkStores, openFiles } from "./files.ts"

let s3: RunningS3
let isClosed = false
const closers = createClosers(createLog({ level: "silent" }))
beforeAll(async () => {
  s3 = await startS3(join(await scratchFolder(), "files-test-s3"))
})
afterAll(async () => {
  await closers.close()
  if (!isClosed) await s3.close()
})

const open = async (changes: Record<string, string> = {}) => {
  const { bucket, endpoint, credentials } = s3.options
  const env = readEnv({
    FILES_S3_BUCKET: bucket,
    FILES_S3_ENDPOINT: endpoint,
    FILES_S3_ACCESS_KEY_ID: credentials.accessKeyId,
    FILES_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    ...changes,
  })
  return (await openFiles(env, closers)).stores
}

test("a missing bucket and a wrong key are refused at the start with one sentence", async () => {
  expect(await checkStores(await open())).toEqual([])
  await expect(checkStores(await open({ FILES_S3_BUCKET: "no-such-bucket" }))).rejects.toMatchObject({
    code: "invalid_setting",
    message: expect.stringMatching(
      /^FILES_S3_BUCKET cannot be used: there is no bucket no-such-bucket there/,
    ),
  })
  const foreign = { FILES_S3_ACCESS_KEY_ID: "STRANGER", FILES_S3_SECRET_ACCESS_KEY: "STRANGER" }
  await expect(checkStores(await open(foreign))).rejects.toMatchObject({
    code: "invalid_setting",
    message: expect.stringMatching(/refuses the key/),
  })
})

test("an unavailable store does not prevent the start, and is reported", async () => {
  const stores = await open()
  await s3.close()
  isClosed = true
  expect(await checkStores(stores)).toEqual([
    "The store of FILES_S3_BUCKET cannot be used now: it does not answer.",
  ])
})
