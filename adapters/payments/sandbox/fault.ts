import type { z } from "zod"

export interface FaultBody {
  type: "invalid_request_error" | "card_error" | "idempotency_error" | "api_error"
  message: string
  code?: string
  param?: string
  decline_code?: string
  payment_intent?: object
}

/** A refusal in the API's own shape. Thrown inside a unit of work, so that whatever it had written is undone. */
export class Fault extends Error {
  readonly status: 400 | 401 | 402 | 404 | 409
  readonly body: FaultBody

  constructor(status: Fault["status"], body: FaultBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** 400 for a request that cannot be done. */
export function invalid(message: string, more: { param?: string; code?: string } = {}): Fault {
  return new Fault(400, { type: "invalid_request_error", message, ...more })
}

/**
 * "No such customer: 'cus_1'". 404 when the id stands in the path, 400 when it stands in the parameter `param`.
 */
export function missing(kind: string, id: string, param?: string): Fault {
  return new Fault(param ? 400 : 404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${kind}: '${id}'`,
    param: param ?? "id",
  })
}

/** The refusal of parameters that have another shape, naming the first wrong one as the API does. */
export function wrongParameters(error: z.ZodError, given: object): Fault {
  const [issue] = error.issues
  if (!issue) return invalid("The parameters are not valid.")
  if (issue.code === "unrecognized_keys") {
    const param = pathText([...issue.path, issue.keys[0] ?? ""])
    return invalid(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param })
  }
  const param = pathText(issue.path)
  if (valueAt(given, issue.path) === undefined)
    return invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param })
  return invalid(`Invalid ${param}: ${issue.message}`, { param })
}

/** "line_items[0][price]" */
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
