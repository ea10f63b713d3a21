import { createBucket, deleteBucket, emptyBucket, updateBucket } from "./buckets/change.ts"
import { getBucket, listBuckets } from "./buckets/read.ts"
import { renderAuthenticated, renderPublic, renderSigned } from "./images/endpoints.ts"
import { copyObject } from "./objects/copy.ts"
import { downloadObject, downloadPublic, downloadSigned } from "./objects/download.ts"
import { objectInfo, publicInfo } from "./objects/info.ts"
import { listObjects } from "./objects/list.ts"
import { listObjectsV2 } from "./objects/list-v2.ts"
import { moveObject } from "./objects/move.ts"
import { removeObject, removeObjects } from "./objects/remove.ts"
import { signObject, signObjects } from "./objects/sign.ts"
import { signUpload } from "./objects/sign-upload.ts"
import { uploadObject, uploadSigned } from "./objects/upload.ts"
import { health, lifecycle, purge } from "./service-endpoints.ts"
import type { Endpoint } from "./storage.ts"

/** The segments after the path of a route: none, a bucket, a bucket and a key, or a bucket and a fixed word. */
type Rest = "nothing" | "bucket" | "emptied" | "lifecycle" | "object"

type Route = readonly [method: string, path: string, rest: Rest, endpoint: Endpoint]

/** Every route below /storage/v1, in matching order: fixed words come before buckets. */
export const routeTable: readonly Route[] = [
  ["GET", "/status", "nothing", health],
  ["GET", "/health", "nothing", health],

  ["GET", "/bucket", "nothing", listBuckets],
  ["POST", "/bucket", "nothing", createBucket],
  ["GET", "/bucket", "bucket", getBucket],
  ["PUT", "/bucket", "bucket", updateBucket],
  ["DELETE", "/bucket", "bucket", deleteBucket],
  ["POST", "/bucket", "emptied", emptyBucket],
  ["GET", "/bucket", "lifecycle", lifecycle],
  ["PUT", "/bucket", "lifecycle", lifecycle],
  ["DELETE", "/bucket", "lifecycle", lifecycle],

  ["POST", "/object/move", "nothing", moveObject],
  ["POST", "/object/copy", "nothing", copyObject],
  ["POST", "/object/list-v2", "bucket", listObjectsV2],
  ["POST", "/object/list", "bucket", listObjects],
  ["GET", "/object/info/public", "object", publicInfo],
  ["GET", "/object/info/authenticated", "object", objectInfo],
  ["GET", "/object/info", "object", objectInfo],
  ["POST", "/object/upload/sign", "object", signUpload],
  ["PUT", "/object/upload/sign", "object", uploadSigned],
  ["POST", "/object/sign", "object", signObject],
  ["POST", "/object/sign", "bucket", signObjects],
  ["GET", "/object/sign", "object", downloadSigned],
  ["GET", "/object/public", "object", downloadPublic],
  ["GET", "/object/authenticated", "object", downloadObject],
  ["GET", "/object", "object", downloadObject],
  ["POST", "/object", "object", uploadObject],
  ["PUT", "/object", "object", uploadObject],
  ["DELETE", "/object", "object", removeObject],
  ["DELETE", "/object", "bucket", removeObjects],

  ["GET", "/render/image/authenticated", "object", renderAuthenticated],
  ["GET", "/render/image/public", "object", renderPublic],
  ["GET", "/render/image/sign", "object", renderSigned],
  ["DELETE", "/cdn", "object", purge],
  ["DELETE", "/cdn", "bucket", purge],
]
