import type { Client } from "../support/server.ts"
import type { Feature, Missing } from "./feature.ts"

const reason =
  "The site keeps no files of its members yet. With a Supabase project every call goes to the project."

const missing = (
  feature: string,
  client: string[],
  probe: (bucket: Bucket, all: Client["storage"]) => Answer,
): Feature => ({
  feature,
  client,
  reason,
  status: "not",
  probe: async ({ storage }) => {
    const { error } = await probe(storage.from("photos"), storage)
    return { error, status: Number((error as { status?: number } | null)?.status) }
  },
})

type Bucket = ReturnType<Client["storage"]["from"]>
type Answer = PromiseLike<Pick<Awaited<ReturnType<Missing["probe"]>>, "error">>
const file = (name: string) => `StorageFileApi.${name}`
const bucket = (name: string) => `StorageBucketApi.${name}`

export const storage: readonly Feature[] = [
  missing("upload", [file("upload"), file("update"), file("uploadToSignedUrl")], (photos) =>
    photos.upload("a.txt", "x"),
  ),
  missing("download", [file("download")], (photos) => photos.download("a.txt")),
  missing("list", [file("list"), file("listV2")], (photos) => photos.list()),
  missing("remove, move, copy", [file("remove"), file("move"), file("copy")], (photos) =>
    photos.remove(["a.txt"]),
  ),
  missing("info and exists", [file("info"), file("exists")], (photos) => photos.info("a.txt")),
  missing(
    "signed addresses",
    [file("createSignedUrl"), file("createSignedUrls"), file("createSignedUploadUrl")],
    (photos) => photos.createSignedUrl("a.txt", 60),
  ),
  missing(
    "buckets",
    [bucket("*"), "StorageClient.from", "StorageClient.vectors", "StorageClient.analytics"],
    (_photos, all) => all.listBuckets(),
  ),
  missing("public addresses and caches", [file("getPublicUrl"), file("purgeCache")], (photos) =>
    photos.download("public.txt"),
  ),
]
