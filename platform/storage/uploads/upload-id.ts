/** "bucket/key/uuid" in base64url: clients that know Supabase's addresses can read it. */
export function uploadId(bucketId: string, name: string, uuid: string): string {
  return Buffer.from(`${bucketId}/${name}/${uuid}`).toString("base64url")
}

/** The unguessable part of the id; for malformed text the nil UUID, which no upload has. */
export function uploadUuid(id: string): string {
  const uuid = Buffer.from(id, "base64url").toString("utf8").split("/").at(-1) ?? ""
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid)
    ? uuid
    : "00000000-0000-0000-0000-000000000000"
}
