const hash = /^[0-9a-f]{64}$/

/**
 * One or more plain names, none of which leads to another folder, begins with a dot (reserved for our own), or can be
 * mistaken for a file.
 */
const area = /^(?!.*(^|\/)[0-9a-f]{64}(\/|$))[a-z0-9][a-z0-9_-]{0,99}(\/[a-z0-9][a-z0-9_-]{0,99}){0,9}$/

/** Throws an error with code `invalid_key` unless the text is a valid area. */
export function checkArea(given: string): void {
  if (!area.test(given)) throw invalidKey("area", given)
}

/** The area and hash of a key; throws an error with code `invalid_key` if it is malformed. */
export function partsOfKey(given: string): { area: string; hash: string } {
  const at = given.lastIndexOf("/")
  const parts = { area: given.slice(0, Math.max(at, 0)), hash: given.slice(at + 1) }
  if (!area.test(parts.area) || !hash.test(parts.hash)) throw invalidKey("key", given)
  return parts
}

function invalidKey(what: string, given: string): Error {
  const message = `${JSON.stringify(given.slice(0, 200))} is not a valid file ${what}`
  return Object.assign(new Error(message), { code: "invalid_key" })
}
