import { extname } from "node:path"

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  // The type of the router's data responses.
  ".data": "text/x-script; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".gif": "image/gif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".pdf": "application/pdf",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
  ".mp3": "audio/mpeg",
  ".zip": "application/zip",
}

/** The Content-Type of a file by its name. */
export function contentType(path: string): string {
  if (path.endsWith("rss.xml")) return "application/rss+xml; charset=utf-8"
  return types[extname(path).toLowerCase()] ?? "application/octet-stream"
}

/** Whether the file is compressible text; the other types are compressed already. */
export function isText(path: string): boolean {
  return /charset=utf-8$/.test(contentType(path)) || extname(path).toLowerCase() === ".ico"
}
