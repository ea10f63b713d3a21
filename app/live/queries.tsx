import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"

/**
 * Wraps a page that loads more data after rendering.
 * @param owner the account whose own data the page shows, also the `key` of this element: data of another account that this
 *   document has loaded is removed first
 */
export function Queries({ owner, children }: { owner?: string; children: ReactNode }) {
  const [client] = useState(() => queryClient(owner))
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

let clientOfDocument: QueryClient | undefined
let ownerOfDocument: string | undefined

/**
 * In a browser, all pages of a document share one client, so that loaded data is kept. On the server, each render has
 * its own: one visitor's data must never reach another.
 */
function queryClient(owner: string | undefined): QueryClient {
  if (typeof document === "undefined") return createClient()
  clientOfDocument ??= createClient()
  if (owner !== undefined && owner !== ownerOfDocument) {
    if (ownerOfDocument !== undefined) clientOfDocument.clear()
    ownerOfDocument = owner
  }
  return clientOfDocument
}

/** Retried once, and not refetched on window focus (specification, section 7). */
function createClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false } } })
}
