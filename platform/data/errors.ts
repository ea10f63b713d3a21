import { isDatabaseAway, retryLater } from "#primitives/database-away.ts"

/** An error response of the Data API, in PostgREST's shape: message, details, hint and code, always all four. */
export class DataError extends Error {
  readonly status: number
  readonly code: string
  /** A list in the case of PGRST201. */
  readonly details: string | readonly object[] | null
  readonly hint: string | null
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: string,
    message: string,
    rest: {
      details?: string | readonly object[] | null
      hint?: string | null
      headers?: Record<string, string>
    } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = rest.details ?? null
    this.hint = rest.hint ?? null
    this.headers = rest.headers ?? {}
  }

  /** The response; without a body for HEAD. */
  response(method: string): Response {
    const { code, details, hint, message } = this
    const body = method === "HEAD" ? null : JSON.stringify({ code, details, hint, message })
    const headers = { "content-type": "application/json; charset=utf-8", ...this.headers }
    return new Response(body, { status: this.status, headers })
  }
}

/** The error that the driver throws for an error reported by the server. */
interface ServerError {
  code: string
  message: string
  detail?: string
  hint?: string
}

/** The code that an error carries; "undefined" if there is none. */
function codeOf(error: unknown): string {
  return String(error instanceof Error ? (error as Partial<ServerError>).code : undefined)
}

/**
 * Status per SQLSTATE, first match wins.
 * https://docs.postgrest.org/en/stable/references/errors.html#http-status-codes
 */
const statusOf: readonly [RegExp, number][] = [
  [/^42883$/, 404],
  [/^42P01$/, 404],
  [/^42P17$/, 500],
  [/^(23503|23505)$/, 409],
  [/^25006$/, 405],
  [/^P0001$/, 400],
  [/^53400$/, 500],
  // A view that is not updatable: the caller's error, where PostgREST responds with 500.
  [/^55000$/, 405],
  // The server is stopping or starting. PostgREST responds with 500 to some of these, but for the caller they are
  // alike.
  [/^57P0[1235]$/, 503],
  [/^(08|53)/, 503],
  [/^(0L|0P|28)/, 403],
  // Class 54, a limit of PostgreSQL that the request passes (such as 1,664 columns), is the caller's fault: 400, where
  // PostgREST responds with 500.
  [/^(09|25|2D|38|39|3B|40|55|57|58|F0|HV|P0|XX)/, 500],
]

/** A case without a message in PostgREST: the response to a commit may have been lost. */
const uncertain = "What was sent may have been saved. Look before you send it again."

/** Converts an error thrown by a statement to the response that PostgREST would give to a caller with `role`. */
export function fromDatabaseError(error: unknown, role: string): DataError | null {
  const code = codeOf(error)
  const isSqlState = /^[0-9A-Z]{5}$/.test(code) && code !== "EPIPE"
  if (!isSqlState)
    return isDatabaseAway(error)
      ? new DataError(503, "PGRST001", "Database connection error. Retrying the connection.", {
          hint: uncertain,
          headers: retryLater,
        })
      : null
  const { message, detail, hint } = error as ServerError
  if (code === "PGRST") return raised(message, detail)
  const rest = { details: detail ?? null, hint: hint ?? null }
  const chosen = /^PT([2-5]\d\d)$/.exec(code)
  if (chosen) return new DataError(Number(chosen[1]), code, message, rest)
  // 401 if signing in could give the caller the privilege, otherwise 403.
  if (code === "42501") return new DataError(role === "anon" ? 401 : 403, code, message, rest)
  const status = statusOf.find(([pattern]) => pattern.test(code))?.[1] ?? 400
  return new DataError(
    status,
    code,
    message,
    status === 503 ? { ...rest, hint: hint ?? uncertain, headers: retryLater } : rest,
  )
}

/**
 * A SQL function that uses `raise sqlstate 'PGRST'` defines the whole response itself.
 * https://docs.postgrest.org/en/stable/references/errors.html#raise-errors-with-http-status-codes
 */
function raised(message: string, detail: string | undefined): DataError {
  const body = parseObject(message)
  const head = parseObject(detail)
  const { status, headers } = head ?? {}
  if (typeof body?.code !== "string" || typeof body.message !== "string" || !isStatus(status)) {
    return new DataError(500, "PGRST121", `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, {
      details: body === null ? "Invalid JSON value for MESSAGE" : "DETAIL is missing or not valid JSON",
      hint: "MESSAGE holds 'code' and 'message', DETAIL holds 'status' and 'headers'.",
    })
  }
  return new DataError(status, body.code, body.message, {
    details: typeof body.details === "string" ? body.details : null,
    hint: typeof body.hint === "string" ? body.hint : null,
    headers: plainHeaders(headers),
  })
}

function isStatus(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 200 && (value as number) <= 599
}

function plainHeaders(value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null) return {}
  const entries = Object.entries(value).filter(
    ([name, text]) => /^[\w-]+$/.test(name) && typeof text === "string" && /^[\t\x20-\x7e]*$/.test(text),
  )
  return Object.fromEntries(entries)
}

function parseObject(text: string | undefined): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? "")
    return typeof value === "object" ? (value as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}
