import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"

/** Around a page that asks the server for more after it has loaded. */
export function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(queryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

let clientOfDocument: QueryClient | undefined

/**
 * In a browser all pages of a document share one client, so that what was loaded stays. On the server each render has its
 * own: what one visitor loads must never reach another.
 */
function queryClient(): QueryClient {
  if (typeof document === "undefined") return createClient()
  clientOfDocument ??= createClient()
  return clientOfDocument
}

/** Retried once, and not repeated when the window gets the focus (specification, section 7). */
function createClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false } } })
}
