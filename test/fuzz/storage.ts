import { routeTable } from "#platform/storage/routes.ts"
import type { Target } from "./target.ts"

/** The contents of the fuzzed site's storage. */
export const fuzzedObjects = { buckets: ["fuzz-open", "fuzz-closed"], keys: ["a.txt", "folder/b.png"] }

const [open = "", closed = ""] = fuzzedObjects.buckets
const [text = "", picture = ""] = fuzzedObjects.keys
const moved = { bucketId: closed, sourceKey: text, destinationKey: "folder/c.txt", destinationBucket: open }

/** Bodies that the endpoints accept, by the prefix of their address; an address without one gets any of them. */
const bodies: readonly [at: RegExp, body: object][] = [
  [/^\/object\/list\//, { prefix: "", limit: 10, search: "a", sortBy: { column: "name", order: "asc" } }],
  [/^\/object\/list\//, { prefix: "folder", offset: 0, noncurrentVersions: "exclude", exactMatch: true }],
  [/^\/object\/list-v2/, { prefix: "folder/", limit: 10, cursor: "WyJhIiwiYSJd", with_delimiter: true }],
  [/^\/object\/list-v2/, { prefix: "", sortBy: { column: "updated_at", order: "desc" } }],
  [/^\/object\/sign\/:bucket$/, { expiresIn: 60, paths: [text, picture] }],
  [/^\/object\/sign\/.*key/, { expiresIn: 60, transform: { width: 10, resize: "cover" }, versionId: "a" }],
  [/^\/object\/:bucket$/, { prefixes: [text, { path: picture, versionId: "a" }] }],
  [/^\/object\/(move|copy)/, { ...moved, sourceVersionId: "a" }],
  [
    /^\/object\/copy/,
    { ...moved, copyMetadata: false, metadata: { cacheControl: "60", mimetype: "text/plain" } },
  ],
  [/^\/bucket/, { name: "fuzz-new", public: true, file_size_limit: "1MB", allowed_mime_types: ["text/*"] }],
]

function bodiesOf(path: string): object[] {
  const own = bodies.filter(([at]) => at.test(path))
  return (own.length > 0 ? own : bodies).map(([, body]) => body)
}

const fields =
  "width height resize quality format download token versionId limit offset search sortColumn sortOrder"
const rests = {
  nothing: "",
  bucket: "/:bucket",
  emptied: "/:bucket/empty",
  lifecycle: "/:bucket/lifecycle",
  object: "/:bucket/:key",
}

/** Every address of storage: the table of its routes, and resumable uploads, which have their own protocol. */
export function storageTargets(): Target[] {
  const routes = routeTable.map(([method, path, rest]) => [method, `${path}${rests[rest]}`] as const)
  const uploads = (["POST", "PATCH", "HEAD", "DELETE", "OPTIONS"] as const).flatMap((method) =>
    ["/upload/resumable", "/upload/resumable/:key", "/upload/resumable/sign"].map(
      (path) => [method, path] as const,
    ),
  )
  return [...routes, ...uploads].map(([method, path]) => ({
    kind: "storage",
    method,
    path: `/storage/v1${path}`,
    fields: fields.split(" "),
    forms: [],
    bodies: bodiesOf(path),
    known: { bucket: fuzzedObjects.buckets, key: fuzzedObjects.keys },
  }))
}
