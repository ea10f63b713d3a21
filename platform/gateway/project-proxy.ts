import type { Log } from "#ports/log.ts"
import { addressAtProject, headersForProject, type KeyExchange } from "./forwarded-headers.ts"
import { createHttpProxy } from "./http-proxy.ts"

interface ProjectProxy {
  /** Forwards the request to the project and returns its response; both are streamed. */
  forward(request: Request, requestId: string): Promise<Response>
  close(): void
}

export function createProjectProxy(project: string, exchange: KeyExchange, log: Log): ProjectProxy {
  const proxy = createHttpProxy({ origin: project, service: "The Supabase project", log })
  return {
    forward(request, requestId) {
      const { pathname, search } = new URL(request.url)
      const headers = headersForProject(request.headers, exchange)
      headers.set("x-request-id", requestId)
      return proxy.forward(request, {
        address: addressAtProject(project, pathname + search, exchange),
        headers,
      })
    },
    close: proxy.close,
  }
}
