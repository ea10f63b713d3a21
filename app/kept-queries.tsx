import type { QueryClient } from "@tanstack/react-query"
import { createContext, type ReactNode, useState } from "react"

/** Where the one query client of a document is kept once a page has needed it; `queries.tsx` puts it there. */
export const KeptQueries = createContext<{ client: QueryClient | null } | null>(null)

/** Stands around every page. It does not bring the query library with it: most pages ask for nothing. */
export function KeepQueries({ children }: { children: ReactNode }) {
  const [kept] = useState<{ client: QueryClient | null }>({ client: null })
  return <KeptQueries value={kept}>{children}</KeptQueries>
}
