/** Letters, digits and a few characters that need no escaping in a header or a file name. */
const plain = /[^A-Za-z0-9._ ()-]/g

/**
 * A response that browsers save but never open: of no specific type, sandboxed, and not cached by others. The name is
 * stated twice, as in RFC 6266: in ASCII for old browsers, and unchanged.
 */
export function attachment({
  name,
  size,
  body,
}: {
  name: string
  size: number
  body: ReadableStream<Uint8Array>
}): Response {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return new Response(body, {
    headers: {
      "content-type": "application/octet-stream",
      "content-length": String(size),
      "content-disposition": `attachment; filename="${name.replace(plain, "_")}"; filename*=UTF-8''${encoded}`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
  })
}
