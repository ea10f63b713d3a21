import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"

/** Wraps a page that loads more data after rendering. */
export function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(queryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

let clientOfDocument: QueryClient | undefined

/**
 * In a browser, all pages of a document share one client, so that loaded data is kept. On the server, each render has
 * its own: one visitor's data must never reach another.
 */
function queryClient(): QueryClient {
  if (typeof document === "undefined") return createClient()
  clientOfDocument ??= createClient()
  return clientOfDocument
}

/** Retried once, and not refetched on window focus (specification, section 7). */
function createClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false } } })
}
