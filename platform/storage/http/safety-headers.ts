/** Image types that browsers only decode. SVG is excluded, because it is a document with scripts. */
const plainImage = /^image\/(png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)$/

/** Types served unchanged: media, text, data and PDF, which browsers do not run as scripts, workers or style sheets. */
const inert =
  /^((image|audio|video|font)\/[\w.+-]+|text\/(plain|csv|markdown|vtt|calendar)|application\/(pdf|json|zip|gzip|ogg))$/

/** Type and parameters, without a comma: it would make the header a list, of which browsers use the last type. */
const wellFormed = /^([\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*(;[\t\x20-\x2b\x2d-\x7e]*)?$/

/**
 * Headers that keep a browser from running uploaded content on our origin: no executable type, no type sniffing, an
 * empty sandbox, and for everything but plain images a download instead of a page. `download`: null if not requested,
 * "" for the object's own name.
 */
export function safetyHeaders(object: {
  mimeType: string
  name: string
  download: string | null
}): Record<string, string> {
  const { mimeType, name, download } = object
  const essence = wellFormed.exec(mimeType.trim())?.[1]?.toLowerCase() ?? ""
  const isShown = download === null && plainImage.test(essence)
  const fileName = download || (name.split("/").at(-1) ?? name)
  return {
    "content-type": inert.test(essence) ? mimeType : "application/octet-stream",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-robots-tag": "none",
    ...(isShown ? {} : { "content-disposition": `attachment; filename*=UTF-8''${encodeName(fileName)}` }),
  }
}

/** RFC 8187: everything but letters, digits and a few signs is percent-encoded. */
function encodeName(name: string): string {
  return encodeURIComponent(name.slice(0, 255).toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
