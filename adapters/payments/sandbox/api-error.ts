import type Stripe from "stripe"
import type { z } from "zod"

export interface ErrorBody {
  type: Extract<Stripe.RawErrorType, "invalid_request_error" | "card_error" | "idempotency_error">
  message: string
  code?: string
  param?: string
}

/** A refusal in the API's format. Thrown inside a unit of work, so that all its changes are rolled back. */
export class ApiError extends Error {
  readonly status: 400 | 401 | 404
  readonly body: ErrorBody

  constructor(status: ApiError["status"], body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** 400 for a request that cannot be executed. */
export function invalid(message: string, more: { param?: string; code?: string } = {}): ApiError {
  return new ApiError(400, { type: "invalid_request_error", message, ...more })
}

/** "No such customer: 'cus_1'": 404 if the id is in the path, 400 if it is in the parameter `param`. */
export function missing(kind: string, id: string, param?: string): ApiError {
  return new ApiError(param ? 400 : 404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${kind}: '${id}'`,
    param: param ?? "id",
  })
}

/** The refusal of invalid parameters. It names the first one, as the API does. */
export function invalidParameters(error: z.ZodError, given: object): ApiError {
  const [issue] = error.issues
  if (!issue) return invalid("The parameters are not valid.")
  if (issue.code === "unrecognized_keys") {
    const param = pathText([...issue.path, issue.keys[0] ?? ""])
    return invalid(
      `Received unknown parameter: ${param}. The payments sandbox accepts only the parameters that this site sends.`,
      { code: "parameter_unknown", param },
    )
  }
  const param = pathText(issue.path)
  if (valueAt(given, issue.path) === undefined)
    return invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param })
  return invalid(`Invalid ${param}: ${issue.message}`, { param })
}

/** "line_items[0][price_data]" */
function pathText(path: readonly PropertyKey[]): string {
  const [first = "", ...rest] = path.map(String)
  return first + rest.map((part) => `[${part}]`).join("")
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value && typeof value === "object" ? Reflect.get(value, key) : undefined),
    given,
  )
}
