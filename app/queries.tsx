import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { type ReactNode, useContext, useState } from "react"
import { KeptQueries } from "./kept-queries.tsx"

/**
 * Around a page that asks the server for more after it is there: retried once, not repeated when the window gets the
 * focus (specification, section 7). All such pages of a document share one client, so that what is known stays known.
 */
export function Queries({ children }: { children: ReactNode }) {
  const kept = useContext(KeptQueries)
  const [client] = useState(() => kept?.client ?? createClient())
  if (kept) kept.client = client
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

function createClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false } } })
}
