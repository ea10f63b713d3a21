import { SignJWT } from "jose"
import type { Log } from "#ports/log.ts"
import type { Claims, PostgrestService } from "./contract.ts"
import { passing } from "./forwarded-headers.ts"
import { createHttpProxy } from "./http-proxy.ts"

/**
 * Lifetime in seconds of a token for PostgREST: enough for the way to the next process and for clock drift.
 */
const lifetimeS = 60

interface PostgrestOptions extends PostgrestService {
  log: Log
  now: () => Date
}

interface Postgrest {
  /** Handles one request whose path starts with /rest/v1, for a caller whose claims have been verified. */
  fetch(request: Request, call: { claims: Claims & { role: string }; requestId: string }): Promise<Response>
  close(): void
}

/**
 * The Data API of an external PostgREST. It never sees a caller's key or token: each request carries a token
 * minted here for the verified claims, signed with a secret used for nothing else. Rotated keys and ended
 * sessions therefore stop working immediately, and a client that bypasses the gateway has no valid token.
 */
export function createPostgrest({ url, jwtSecret, log, now }: PostgrestOptions): Postgrest {
  const proxy = createHttpProxy({ origin: url, service: "The data service", log })
  const key = new TextEncoder().encode(jwtSecret)

  function mint({ exp, ...claims }: Claims): Promise<string> {
    const inAMinute = Math.floor(now().getTime() / 1000) + lifetimeS
    return new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setExpirationTime(Math.min(exp ?? inAMinute, inAMinute))
      .sign(key)
  }

  return {
    async fetch(request, { claims, requestId }) {
      const headers = passing(request.headers)
      headers.delete("apikey")
      headers.set("authorization", `Bearer ${await mint(claims)}`)
      headers.set("x-request-id", requestId)
      const response = await proxy.forward(request, { address: addressOf(url, request.url), headers })
      for (const name of [...response.headers.keys()]) {
        // The gateway's own CORS headers apply.
        if (name.startsWith("access-control-") || name === "server") response.headers.delete(name)
      }
      return response
    },
    close: proxy.close,
  }
}

/** The path without /rest/v1 and the query without the key; the rest byte for byte. */
function addressOf(postgrest: string, asked: string): URL {
  const { pathname, search } = new URL(asked)
  const target = new URL(postgrest)
  target.pathname = `${target.pathname.replace(/\/$/, "")}${pathname.slice("/rest/v1".length)}`
  target.search = search
    .slice(1)
    .split("&")
    .filter((pair) => !/^apikey(=|$)/i.test(pair))
    .join("&")
  return target
}
