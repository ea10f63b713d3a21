import { retryLater } from "#primitives/database-away.ts"

/** A response of the gateway itself, in the shape that Supabase's gateway uses. */
export class Refusal {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(status: number, body: Record<string, unknown>, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }

  response(): Response {
    return Response.json(this.body, {
      status: this.status,
      headers: { "cache-control": "no-store", ...this.headers },
    })
  }
}

export const missingKey = new Refusal(
  401,
  { message: "No API key found in request", hint: "No `apikey` request header or url param was found." },
  { "sb-error-code": "UNAUTHORIZED_MISSING_API_KEY" },
)

export const wrongKey = new Refusal(
  401,
  { message: "Invalid API key", hint: "Double check your Supabase `anon` or `service_role` API key." },
  { "sb-error-code": "UNAUTHORIZED_INVALID_API_KEY" },
)

export const secretKeyInBrowser = new Refusal(
  401,
  {
    message: "Forbidden use of secret API key in browser",
    hint: "Secret API keys can only be used in a protected environment and should never be used in a browser.",
  },
  { "sb-error-code": "UNAUTHORIZED_INVALID_API_KEY_TYPE" },
)

/** The wording of PostgREST. */
export function wrongToken(expired: boolean): Refusal {
  const message = expired ? "JWT expired" : "No suitable key or wrong key type"
  const details = expired ? null : "None of the keys was able to decode the JWT"
  return new Refusal(
    401,
    { code: expired ? "PGRST303" : "PGRST301", details, hint: null, message },
    { "www-authenticate": `Bearer error="invalid_token", error_description="${message}"` },
  )
}

export const forbiddenRole = new Refusal(403, {
  code: "42501",
  details: null,
  hint: null,
  message: "The token's role may not use this service",
})

export function bodyTooLarge(limit: number): Refusal {
  const message = `The body is larger than ${limit} bytes`
  return new Refusal(
    413,
    {
      code: "body_too_large",
      error_code: "body_too_large",
      message,
      msg: message,
      details: null,
      hint: null,
    },
    { connection: "close" },
  )
}

export const unavailable = new Refusal(
  503,
  { code: "unavailable", message: "The service cannot be reached at the moment. Please try again." },
  { "retry-after": "1" },
)

/** It is unknown whether the change was saved, because the response to a commit may have been lost. */
export const databaseAway = new Refusal(
  503,
  {
    code: "unavailable",
    message:
      "The database cannot be reached at the moment. What was sent may have been saved. Please try again.",
  },
  retryLater,
)

/** For a Supabase service that this server lacks without a project. */
export function notImplemented(service: string): Refusal {
  const message = `${service} is not available on this server. It requires a Supabase project (SUPABASE_URL).`
  return new Refusal(501, { code: "not_implemented", error: message, statusCode: "501", message })
}
