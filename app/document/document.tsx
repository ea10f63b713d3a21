import { createContext, useContext } from "react"
import { site } from "#content/site.ts"
import type { Banner } from "#content/words/banner.ts"
import type { ExternalLinks } from "#content/words/links.ts"

/** Words that stand on every page. */
export interface FrameWords {
  links: ExternalLinks
  banner: Pick<Banner, "text" | "label" | "href"> | null
}

/** Facts about the document known only to the server. */
export interface DocumentFacts {
  /** Public origin without a trailing slash. */
  origin: string
  /** Null for a prerendered document. */
  requestId: string | null
  /** Words on every page that an operator has changed; null while they are those of content/. */
  frame: FrameWords | null
  /** The link preview image of the page; null when there is none or the page specifies its own. */
  preview: { path: string; src: string; alt: string; width: number; height: number } | null
}

/** Provided by entry.server.tsx; the browser reads the document instead. */
export const DocumentContext = createContext<DocumentFacts | null>(null)

/** The document's public origin and request id; the same in the browser as on the server. */
export function useDocument(): DocumentFacts {
  const rendered = useContext(DocumentContext)
  if (rendered) return rendered
  const { origin, requestId, frame } = document.documentElement.dataset
  return {
    origin: origin ?? location.origin,
    requestId: requestId ?? null,
    frame: frame ? (JSON.parse(frame) as FrameWords) : null,
    preview: writtenPreview(),
  }
}

const ofContent: FrameWords = { links: { ...site.links, profileBase: site.profileBase }, banner: null }

/** The words on every page; until the next document they stay as they were when this one was loaded. */
export function useFrame(): FrameWords {
  return useDocument().frame ?? ofContent
}

/** As rendered for the first page: preview crawlers load each page separately. */
function writtenPreview(): DocumentFacts["preview"] {
  const written = (name: string) =>
    document.querySelector<HTMLMetaElement>(`meta[data-preview][property="${name}"]`)
  const image = written("og:image")
  if (!image) return null
  return {
    path: image.dataset.preview ?? "",
    src: image.content,
    alt: written("og:image:alt")?.content ?? "",
    width: Number(written("og:image:width")?.content),
    height: Number(written("og:image:height")?.content),
  }
}
