import { afterAll, beforeAll, expect, test } from "vitest"
import type { Client } from "../support/server.ts"
import { type StorageServer, startStorage } from "../support/storage.ts"

let server: StorageServer
let admin: Client["storage"]
beforeAll(async () => {
  server = await startStorage({ config: { fileBytes: 100_000 } })
  admin = server.client({ key: server.keys.secret }).storage
})
afterAll(() => server.close())

test("buckets are created, read, listed, changed, emptied and deleted", async () => {
  expect((await admin.createBucket("pictures", { public: true, fileSizeLimit: "20kb" })).data).toEqual({
    name: "pictures",
  })
  expect((await admin.createBucket("pictures")).error).toMatchObject({ statusCode: "409" })
  await admin.createBucket("letters", { public: false, allowedMimeTypes: ["text/*"] })
  expect((await admin.getBucket("pictures")).data).toMatchObject({
    id: "pictures",
    public: true,
    owner: "",
    file_size_limit: 20_000,
    allowed_mime_types: null,
    created_at: expect.stringMatching(/Z$/),
  })
  expect((await admin.getBucket("nothing")).error).toMatchObject({
    message: "Bucket not found",
    statusCode: "404",
  })
  const ids = async (options?: Parameters<typeof admin.listBuckets>[0]) =>
    (await admin.listBuckets(options)).data?.map(({ id }) => id)
  // The product's own buckets exist from the beginning.
  expect(await ids()).toEqual(["letters", "newsletters", "photos", "pictures"])
  expect(await ids({ sortColumn: "created_at", sortOrder: "asc", offset: 2, limit: 1 })).toEqual(["pictures"])
  expect(await ids({ search: "TTE" })).toEqual(["letters", "newsletters"])
  expect((await admin.updateBucket("pictures", { public: false })).data).toEqual({
    message: "Successfully updated",
  })
  expect((await admin.getBucket("pictures")).data).toMatchObject({ public: false, file_size_limit: 20_000 })
  await admin.from("pictures").upload("a/b.txt", "x")
  expect((await admin.deleteBucket("pictures")).error).toMatchObject({
    message: "The bucket you tried to delete is not empty",
    statusCode: "409",
  })
  expect((await admin.emptyBucket("pictures")).data?.message).toContain("queued")
  expect((await admin.from("pictures").list("a")).data).toEqual([])
  expect((await admin.deleteBucket("pictures")).data).toEqual({ message: "Successfully deleted" })
  expect((await admin.deleteBucket("pictures")).error).toMatchObject({ message: "Bucket not found" })
})

test.each(["", " ", "a/b", "..", "bucket\u0000", "é", "x".repeat(101), "a#b", "a%b"])(
  "a bucket cannot be named %j",
  async (name) => {
    expect((await admin.createBucket(name)).error).toMatchObject({ statusCode: "400" })
  },
)

test("a bucket's limits of size and type apply to forms and plain bodies, capped by the server's limit", async () => {
  await admin.createBucket("limited", {
    public: false,
    fileSizeLimit: 1000,
    allowedMimeTypes: ["image/png", "text/*"],
  })
  // As left behind by a server with a larger limit.
  await admin.createBucket("large", { public: false })
  await server.db.sql`update storage.buckets set file_size_limit = 1000000000 where id = 'large'`
  const limited = admin.from("limited")
  const send = (size: number, contentType: string, form: boolean) =>
    limited.upload(
      `${contentType}/${form}-${size}`,
      form ? new Blob(["x".repeat(size)], { type: contentType }) : "x".repeat(size),
      {
        contentType,
      },
    )
  for (const form of [true, false]) {
    expect((await send(1000, "image/png", form)).error).toBeNull()
    expect((await send(1000, "text/x-own", form)).error).toBeNull()
    expect((await send(1001, "text/plain", form)).error).toMatchObject({
      message: "The object exceeded the maximum allowed size",
      statusCode: "413",
    })
    expect((await send(10, "image/jpeg", form)).error).toMatchObject({
      message: "mime type image/jpeg is not supported",
      statusCode: "415",
    })
  }
  expect((await admin.from("large").upload("a", "x".repeat(100_001))).error).toMatchObject({
    statusCode: "413",
  })
  expect((await limited.list("text/plain")).data).toEqual([])
  await admin.from("large").upload("big.txt", "x".repeat(2000), { contentType: "text/plain" })
  expect(
    (await admin.from("large").move("big.txt", "big.txt", { destinationBucket: "limited" })).error,
  ).toMatchObject({
    statusCode: "413",
  })
  expect(
    (await admin.from("large").copy("big.txt", "big.txt", { destinationBucket: "limited" })).error,
  ).toMatchObject({
    statusCode: "413",
  })
})

test("sizes are numbers or words with decimal units, types are types", async () => {
  expect(
    (await admin.createBucket("odd", { public: false, fileSizeLimit: "a lot" })).error?.message,
  ).toContain("Invalid file size format")
  expect(
    (await admin.createBucket("odd", { public: false, allowedMimeTypes: ["pictures"] })).error,
  ).toMatchObject({
    statusCode: "400",
  })
  expect((await admin.getBucket("odd")).error).not.toBeNull()
})

test.each([..."public authenticated sign info list list-v2 move copy upload".split(" ")])(
  "a bucket named %s, whose objects could not be addressed, cannot be created",
  async (name) => {
    expect((await admin.createBucket(name, { public: true })).error).toMatchObject({
      code: "InvalidBucketName",
      status: 400,
    })
  },
)

test("purging a cache requires the server's key", async () => {
  await admin.createBucket("cached", { public: true })
  await admin.from("cached").upload("a.txt", "x")
  expect((await admin.from("cached").purgeCache("a.txt")).data).toMatchObject({ message: "success" })
  expect((await server.client().storage.from("cached").purgeCache("a.txt")).error).toMatchObject({
    statusCode: "403",
  })
})

test("unsupported bucket options are refused by name: versions, their lifecycle, other types, larger files", async () => {
  const created = await admin.createBucket("plain", { public: false, versioningStatus: "DISABLED" })
  expect(created.error).toBeNull()
  expect((await admin.getBucket("plain")).data?.versioning_status).toBe("DISABLED")
  const rules = { rules: [] }
  for (const refused of [
    admin.createBucket("versioned", { public: false, versioningStatus: "ENABLED" }),
    admin.updateBucket("plain", { public: false, versioningStatus: "SUSPENDED" }),
    admin.createBucket("tables", { public: false, type: "ANALYTICS" }),
    admin.createBucket("vectors", { public: false, type: "VECTOR" }),
    admin.getBucketLifecycle("plain"),
    admin.updateBucketLifecycle("plain", rules),
    admin.deleteBucketLifecycle("plain"),
  ])
    expect((await refused).error).toMatchObject({ code: "FeatureNotEnabled", statusCode: "409", status: 400 })
  const tooLarge = { code: "EntityTooLarge", statusCode: "413" }
  const most = { public: false, fileSizeLimit: 100_000 }
  expect((await admin.updateBucket("plain", most)).error).toBeNull()
  const more = { public: false, fileSizeLimit: "101kb" }
  expect((await admin.updateBucket("plain", more)).error).toMatchObject(tooLarge)
  expect((await admin.createBucket("larger", more)).error).toMatchObject(tooLarge)
  for (const id of ["versioned", "tables", "vectors", "larger"])
    expect((await admin.getBucket(id)).error).toMatchObject({ code: "NoSuchBucket" })
})
