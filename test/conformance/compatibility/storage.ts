import type { Done, Feature } from "./feature.ts"

const done = (feature: string, client: string[], test: string): Done => ({
  feature,
  client,
  status: "done",
  test,
})
const file = (name: string) => `StorageFileApi.${name}`
const bucket = (name: string) => `StorageBucketApi.${name}`

export const storage: readonly Feature[] = [
  done(
    "upload",
    [file("upload")],
    "upload takes text, bytes, blobs, forms and streams, and gives back the same bytes",
  ),
  done(
    "update and upsert",
    [file("update")],
    "upload refuses existing objects, upsert and update replace them, update refuses missing ones",
  ),
  done("download", [file("download")], "download returns whole files, ranges and 304"),
  done("list", [file("list")], "list shows one folder: files, folders, in order, by page and by search"),
  done("list v2", [file("listV2")], "list v2 pages through keys by cursor, with and without folders"),
  done(
    "remove",
    [file("remove")],
    "remove returns the removed rows, and their bytes are deleted with the last of them",
  ),
  done(
    "move and copy",
    [file("move"), file("copy")],
    "move and copy keep bytes and metadata, also into another bucket",
  ),
  done(
    "info and exists",
    [file("info"), file("exists")],
    "exists distinguishes a missing object from a failure",
  ),
  done(
    "signed addresses",
    [file("createSignedUrl"), file("createSignedUrls")],
    "signed addresses show one object for a while, and download under a name",
  ),
  done(
    "signed uploads",
    [file("createSignedUploadUrl"), file("uploadToSignedUrl")],
    "signed uploads write one object once, or repeatedly if signed for upsert",
  ),
  done(
    "resumable uploads",
    [],
    "resumable uploads in chunks become one object, with its type, cache rule and metadata",
  ),
  done("images", [], "images are rendered to the size, fit and format that were requested"),
  done(
    "buckets",
    [
      ...["listBuckets", "getBucket", "createBucket", "updateBucket", "emptyBucket", "deleteBucket"].map(
        bucket,
      ),
      "StorageClient.from",
    ],
    "buckets are created, read, listed, changed, emptied and deleted",
  ),
  done("public addresses", [file("getPublicUrl")], "public addresses show only public buckets"),
  done(
    "caches",
    [file("purgeCache"), bucket("purgeBucketCache")],
    "purging a cache requires the server's key",
  ),
  done("access", [], "policies decide who may upload, and where"),
  {
    feature: "vectors and analytics",
    status: "not",
    client: ["StorageClient.vectors", "StorageClient.analytics"],
    reason: "Buckets of vectors and of analytical tables are other services behind the same address.",
    probe: async ({ storage }) => {
      const { error } = await storage.vectors.listBuckets()
      return { error, status: Number((error as { status?: number } | null)?.status) }
    },
  },
  {
    feature: "lifecycle of buckets",
    status: "not",
    client: [
      "StorageBucketApi.getBucketLifecycle",
      "StorageBucketApi.updateBucketLifecycle",
      "StorageBucketApi.deleteBucketLifecycle",
    ],
    reason:
      "Versions of objects, which these rules remove, are not kept; Supabase's own server does not answer them yet.",
    probe: async ({ storage }) => {
      const { error } = await storage.getBucketLifecycle("photos")
      return { error, status: Number((error as { status?: number } | null)?.status) }
    },
  },
]
