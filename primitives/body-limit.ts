/** A request whose body fails with an error as soon as it exceeds the limit. */
interface LimitedBody {
  request: Request
  /** Whether the limit was exceeded, even if the code that read the body ignored the error. */
  exceeded(): boolean
}

/**
 * Limits the body of a request to `limit` bytes; null if it is known to be larger. A body with a Content-Length is
 * checked by that header (Node reads no more than it declares). A body without one is read completely if `whole` is
 * set; otherwise it is streamed, and reading fails as soon as it exceeds the limit.
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

/** The declared length of the body (Content-Length) in bytes; null for a chunked body. */
export function announcedLength(request: Request): number | null {
  const announced = request.headers.get("content-length")
  return announced === null || request.headers.has("transfer-encoding") ? null : Number(announced)
}

/** The limit in bytes if `error` or one of its causes means that a body exceeded its limit; otherwise null. */
export function limitExceeded(error: unknown): number | null {
  if (!(error instanceof Error)) return null
  const { code, limit, cause } = error as Error & { code?: unknown; limit?: unknown }
  return code === "body_too_large" && typeof limit === "number" ? limit : limitExceeded(cause)
}

/** Passes bytes through and fails after more than `limit` of them. */
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
