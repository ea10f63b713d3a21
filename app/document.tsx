import { createContext, useContext } from "react"

/** What the server knows about the document it writes and the page does not. */
export interface DocumentFacts {
  /** Public origin without a trailing slash. */
  origin: string
  /** Null for a document made at build time. */
  requestId: string | null
  /** The picture that previews of a link to the page show; null where there is none, or the page names one of its own. */
  preview: { path: string; src: string; alt: string } | null
}

/** Filled by entry.server.tsx; in the browser the written document answers instead. */
export const DocumentContext = createContext<DocumentFacts | null>(null)

/** Where this document is published and which request made it; the same in the browser as on the server. */
export function useDocument(): DocumentFacts {
  const rendered = useContext(DocumentContext)
  if (rendered) return rendered
  const { origin, requestId } = document.documentElement.dataset
  return { origin: origin ?? location.origin, requestId: requestId ?? null, preview: writtenPreview() }
}

/** As it was written, for the page that it was written for: who reads previews comes to each page anew. */
function writtenPreview(): DocumentFacts["preview"] {
  const written = (name: string) =>
    document.querySelector<HTMLMetaElement>(`meta[data-preview][property="${name}"]`)
  const image = written("og:image")
  if (!image) return null
  return {
    path: image.dataset.preview ?? "",
    src: image.content,
    alt: written("og:image:alt")?.content ?? "",
  }
}
