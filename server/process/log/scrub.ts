/** Removes secrets and personal data from values before they are logged. */
import { loggedPath } from "./path.ts"

const removed = "[removed]"

/** Fields that are never logged, whatever they contain. */
const privateField =
  /pass(word|wd)?$|secret|token|authorization|cookie|api[_-]?key|^otp$|^code_?verifier$|e-?mail|phone|^(ip|address|remote_?address)$|^body$|^(to|from|subject)$|^(display|full|first|last)_?name$/i

const emailAddress = /[\w.+'-]{1,64}@[\w-]+(\.[\w-]+)+/g
/** JSON web tokens, API keys, bearer credentials and passwords in URLs. */
const credentials =
  /eyJ[\w-]+\.[\w-]+(\.[\w-]*)?|\bsb_(secret|publishable)_[\w-]+|\b(sk|rk|whsec)_[\w]{8,}|(?<=\bBearer\s)[\w.~+/=-]+|(?<=\/\/)[^\s/@:]*:[^\s/@]*(?=@)/gi
/** The value of a query or fragment parameter, which may be a code or token. */
const parameterValue = /(?<=[?&#][\w.~-]{1,40}=)[^&#\s"']+/g

const deepest = 6

/**
 * A copy of `value` without secrets and personal data: private fields are removed by name; credentials, email
 * addresses and query values are found by pattern in any text. Errors become type, code, message and stack.
 */
export function scrub(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return scrubText(value)
  if (typeof value === "bigint") return value.toString()
  if (typeof value !== "object" || value === null || value instanceof Date) return value
  if (depth >= deepest) return "[deeper]"
  if (value instanceof Error) return scrubError(value, depth)
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => scrub(item, depth + 1))
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, scrubField(name, item, depth + 1)]),
  )
}

function scrubField(name: string, value: unknown, depth: number): unknown {
  if (privateField.test(name) && value != null) return removed
  // URLs of requests: links in mails contain tokens there.
  if (name === "path" && typeof value === "string") return scrubText(loggedPath(value))
  return scrub(value, depth)
}

function scrubText(text: string): string {
  return text
    .replaceAll(credentials, removed)
    .replaceAll(parameterValue, removed)
    .replaceAll(emailAddress, "[email]")
}

function scrubError(error: Error, depth: number): object {
  const { name, message, stack, cause } = error
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined
  return {
    type: name,
    ...(code ? { code } : {}),
    message: scrubText(message),
    // Only the stack frames: the message is logged separately, and PostgreSQL repeats values in its detail.
    stack: stack ? scrubText(stack.slice(Math.max(0, stack.indexOf("\n    at ")))).trim() : undefined,
    ...(cause === undefined ? {} : { cause: scrub(cause, depth + 1) }),
  }
}
