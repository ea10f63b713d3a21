import { createContext, useContext } from "react"

/** What the server knows about the document it writes and the page does not. */
export interface DocumentFacts {
  /** Public origin without a trailing slash. */
  origin: string
  /** Null for a document made at build time. */
  requestId: string | null
  /** Lets inline scripts of the document run; known only while it is written. */
  nonce?: string | undefined
}

/** Filled by entry.server.tsx; in the browser the written document answers instead. */
export const DocumentContext = createContext<DocumentFacts | null>(null)

/** Where this document is published and which request made it; the same in the browser as on the server. */
export function useDocument(): DocumentFacts {
  const rendered = useContext(DocumentContext)
  if (rendered) return rendered
  const { origin, requestId } = document.documentElement.dataset
  return { origin: origin ?? location.origin, requestId: requestId ?? null }
}
