/** The limit that reading a body without an announced length ran into, when `error` says so; else null. */
export function limitExceeded(error: unknown): number | null {
  if (!(error instanceof Error)) return null
  return error instanceof BodyTooLarge ? error.limit : limitExceeded(error.cause)
}

class BodyTooLarge extends Error {
  readonly code = "body_too_large"
  readonly limit: number

  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes`)
    this.limit = limit
  }
}

/**
 * The request with its body held to `limit` bytes, or null when it has more. A body of announced length is judged by
 * that (Node reads no more). One without is read whole when `whole` is set; otherwise nothing is buffered, and
 * reading it ends in an error as soon as it passes the limit.
 */
export async function limitBody(
  request: Request,
  limit: number,
  { whole }: { whole: boolean },
): Promise<Request | null> {
  if (request.method === "GET" || request.method === "HEAD") return request
  const announced = request.headers.get("content-length")
  if (announced !== null && !request.headers.has("transfer-encoding")) {
    return Number(announced) <= limit ? request : null
  }
  if (!request.body) return request
  const counted = request.body.pipeThrough(upTo(limit))
  if (!whole) return new Request(request, { body: counted, duplex: "half" } as RequestInit)
  try {
    return new Request(request, { body: await new Response(counted).arrayBuffer() })
  } catch (error) {
    if (limitExceeded(error) !== null) return null
    throw error
  }
}

function upTo(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0
  return new TransformStream({
    transform(chunk, controller) {
      seen += chunk.byteLength
      if (seen <= limit) controller.enqueue(chunk)
      else controller.error(new BodyTooLarge(limit))
    },
  })
}
