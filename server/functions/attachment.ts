/** Letters, digits and a few signs that need no escape in a header or a file name. */
const plain = /[^A-Za-z0-9._ ()-]/g

/**
 * An answer that a browser saves and never opens: of no type, in a sandbox, for this person alone. The name is told twice,
 * as RFC 6266 has it: in ASCII for old browsers, and as it is.
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
