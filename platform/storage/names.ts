import { invalidKey, Refusal } from "./refusal.ts"

const characters = /^[\w!.*'() &$=@;:+,?-]+$/
const longestKey = 1024

/** Throws InvalidBucketName unless clients may create a bucket of this name. */
export function checkBucketName(name: string): string {
  if (!characters.test(name) || name.length > 100 || name !== name.trim() || /^\.+$/.test(name))
    throw new Refusal("InvalidBucketName", "Bucket name invalid")
  return name
}

/**
 * Throws InvalidKey unless the text is a path of one or more plain names. Empty names, and names of dots only, would be
 * interpreted differently by a policy on folders and by software that unpacks the bucket.
 */
export function checkKey(key: string): string {
  const names = key.split("/")
  const valid = names.every((name) => characters.test(name) && !/^\.+$/.test(name))
  if (!valid || key.length > longestKey) throw invalidKey(key)
  return key
}

/** Parses bucket and key from the rest of a path, still percent-encoded: "/photos/a%20b/c.png". */
export function targetOf(rest: string): { bucketId: string; name: string } {
  const path = decode(rest.replace(/^\//, ""))
  const at = path.indexOf("/")
  if (at < 1) throw invalidKey(path)
  return { bucketId: path.slice(0, at), name: checkKey(path.slice(at + 1)) }
}

/** Parses the bucket from the rest of a path. */
export function bucketOf(rest: string): string {
  return decode(rest.replace(/^\/|\/$/g, ""))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidKey(text)
  }
}
