/** A row of storage.objects, as returned by the endpoints. */
export interface StoredObject {
  id: string
  bucket_id: string
  name: string
  owner: string | null
  owner_id: string | null
  version: string | null
  created_at: Date
  updated_at: Date
  last_accessed_at: Date
  metadata: ObjectMetadata | null
  user_metadata: Record<string, unknown> | null
}

interface ObjectMetadata {
  size?: number
  mimetype?: string
  cacheControl?: string
  contentEncoding?: string
  eTag?: string
  lastModified?: string
}

/** Size, type and other properties, including for rows written by another server. */
export function factsOf({ metadata, version, updated_at }: StoredObject) {
  return {
    size: metadata?.size ?? 0,
    mimeType: metadata?.mimetype ?? "application/octet-stream",
    cacheControl: metadata?.cacheControl ?? "no-cache",
    contentEncoding: metadata?.contentEncoding ?? null,
    etag: metadata?.eTag ?? `"${version ?? ""}"`,
    lastModified: new Date(metadata?.lastModified ?? updated_at),
  }
}
