/** A request whose body ends in an error as soon as it passes its limit. */
interface LimitedBody {
  request: Request
  /** Whether the limit was passed, also when whoever read the body made nothing of the error. */
  exceeded(): boolean
}

/**
 * Holds the body of a request to `limit` bytes; null when it is known to have more. A body of announced length is judged
 * by that (Node reads no more). One without is read whole when `whole` is set; otherwise nothing is buffered, and
 * reading it ends in an error as soon as it passes the limit.
 */
export async function limitBody(
  request: Request,
  limit: number,
  { whole }: { whole: boolean },
): Promise<LimitedBody | null> {
  const within = (inner: Request): LimitedBody => ({ request: inner, exceeded: () => false })
  if (request.method === "GET" || request.method === "HEAD") return within(request)
  const announced = announcedLength(request)
  if (announced !== null) return announced <= limit ? within(request) : null
  if (!request.body) return within(request)
  const { stream, exceeded } = countBytes(limit)
  const counted = request.body.pipeThrough(stream)
  if (!whole) {
    return { request: new Request(request, { body: counted, duplex: "half" } as RequestInit), exceeded }
  }
  try {
    return within(new Request(request, { body: await new Response(counted).arrayBuffer() }))
  } catch (error) {
    if (limitExceeded(error) !== null) return null
    throw error
  }
}

/** The length of the body as the sender announced it, in bytes; null when it comes in chunks of unknown number. */
export function announcedLength(request: Request): number | null {
  const announced = request.headers.get("content-length")
  return announced === null || request.headers.has("transfer-encoding") ? null : Number(announced)
}

/** The limit that reading a body ran into, when `error` or what caused it says so; else null. */
export function limitExceeded(error: unknown): number | null {
  if (!(error instanceof Error)) return null
  const { code, limit, cause } = error as Error & { code?: unknown; limit?: unknown }
  return code === "body_too_large" && typeof limit === "number" ? limit : limitExceeded(cause)
}

/** Passes bytes on until there are more than `limit`; then the reader gets an error. */
function countBytes(limit: number) {
  let seen = 0
  const stream = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      seen += chunk.byteLength
      if (seen <= limit) controller.enqueue(chunk)
      else controller.error(bodyTooLarge(limit))
    },
  })
  return { stream, exceeded: () => seen > limit }
}

function bodyTooLarge(limit: number): Error {
  return Object.assign(new Error(`The body is larger than ${limit} bytes`), { code: "body_too_large", limit })
}
