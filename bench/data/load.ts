export interface Request {
  method: "GET" | "POST"
  path: string
  headers: Record<string, string>
  body?: string
}

type Fire = (options: {
  url: string
  method: string
  duration: number
  connections: number
  headers: Record<string, string>
  body?: string
}) => Promise<{ requests: { average: number }; errors: number; non2xx: number }>

/** Answered requests per second of one request, sent by so many clients. Throws when one fails. */
export async function requestsPerSecond(
  url: string,
  { path, ...request }: Request,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number> {
  // The package has no types; only the three figures are read.
  const { default: fire } = (await import("autocannon" as string)) as { default: Fire }
  const result = await fire({ url: url + path, duration: seconds, connections: clients, ...request })
  const failed = result.errors + result.non2xx
  if (failed > 0) throw new Error(`${failed} requests to ${path} failed`)
  return result.requests.average
}
