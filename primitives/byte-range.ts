/**
 * Parses a Range header with one range of bytes (RFC 9110 section 14.1.2). Undefined for anything else (several ranges,
 * another unit, malformed): the whole file is a valid response to those.
 * @param size size of the file in bytes
 */
export function byteRange(
  header: string,
  size: number,
): { start: number; end: number } | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? []
  if (first === "" && last === "") return undefined
  if (first === "") {
    const length = Math.min(Number(last), size)
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== "" && Number(last) < start) return undefined
  return start >= size ? "unsatisfiable" : { start, end }
}
