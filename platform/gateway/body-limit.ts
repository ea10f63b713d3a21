const tooLarge = "body_too_large"

/** True for the error with which reading ends when a body without an announced length passes its limit. */
export function isBodyTooLarge(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ("code" in error && error.code === tooLarge) || isBodyTooLarge(error.cause)
}

/**
 * The request with its body held to `limit` bytes: null when it announces more, otherwise the request itself, or
 * one whose body ends in an error as soon as it passes the limit. Nothing is buffered.
 */
export function limitBody(request: Request, limit: number): Request | null {
  if (request.method === "GET" || request.method === "HEAD") return request
  const announced = request.headers.get("content-length")
  // Node reads no more than what was announced.
  if (announced !== null && !request.headers.has("transfer-encoding")) {
    return Number(announced) <= limit ? request : null
  }
  if (!request.body) return request
  let seen = 0
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.byteLength
        if (seen <= limit) controller.enqueue(chunk)
        else controller.error(Object.assign(new Error("The body is too large"), { code: tooLarge }))
      },
    }),
  )
  return new Request(request, { body: counted, duplex: "half" } as RequestInit)
}
