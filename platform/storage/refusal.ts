import { retryLater } from "#primitives/database-away.ts"

/** The error codes of Supabase's storage service that are used here, with the status in the body. */
const statuses = {
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  KeyAlreadyExists: 409,
  BucketAlreadyExists: 409,
  ResourceNotEmpty: 409,
  FeatureNotEnabled: 409,
  EntityTooLarge: 413,
  InvalidMimeType: 415,
  InvalidRange: 416,
  AccessDenied: 403,
  InvalidKey: 400,
  InvalidBucketName: 400,
  InvalidJWT: 400,
  InvalidSignature: 400,
  ExpiredToken: 400,
  InvalidRequest: 400,
  InvalidParameter: 400,
  ResourceLocked: 423,
  SlowDown: 503,
  DatabaseTimeout: 544,
  DatabaseError: 503,
  InternalError: 500,
} as const

type Code = keyof typeof statuses

/** The value of `error` where it differs from the code. */
const words: Partial<Record<Code, string>> = {
  NoSuchBucket: "Bucket not found",
  NoSuchKey: "not_found",
  KeyAlreadyExists: "Duplicate",
  BucketAlreadyExists: "Duplicate",
  EntityTooLarge: "Payload too large",
  InvalidMimeType: "invalid_mime_type",
  InvalidRange: "invalid_range",
  AccessDenied: "Unauthorized",
  InvalidBucketName: "Invalid Input",
}

/**
 * An error response. Supabase sends HTTP 400 for nearly all of them, with the actual status in the body. The statuses
 * of overload and internal errors are sent unchanged, and so is 416, which resuming downloads expect.
 */
export class Refusal extends Error {
  readonly code: Code
  readonly httpStatus: number

  constructor(code: Code, message: string) {
    super(message)
    this.code = code
    const status = statuses[code]
    this.httpStatus = status >= 500 || status === 416 ? status : 400
  }

  get status(): number {
    return statuses[this.code]
  }

  get headers(): Record<string, string> {
    return { "cache-control": "no-store", ...(this.httpStatus === 503 ? retryLater : {}) }
  }

  response(): Response {
    const { code, message, status } = this
    return Response.json(
      { statusCode: String(status), error: words[code] ?? code, message, code },
      { status: this.httpStatus, headers: this.headers },
    )
  }
}

export const noSuchBucket = () => new Refusal("NoSuchBucket", "Bucket not found")
export const noSuchKey = () => new Refusal("NoSuchKey", "Object not found")
export const keyExists = () => new Refusal("KeyAlreadyExists", "The resource already exists")
export const denied = (message = "new row violates row-level security policy") =>
  new Refusal("AccessDenied", message)
export const tooLarge = () => new Refusal("EntityTooLarge", "The object exceeded the maximum allowed size")
export const invalidKey = (key: string) => new Refusal("InvalidKey", `Invalid key: ${key.slice(0, 200)}`)
export const invalidParameter = (message: string) => new Refusal("InvalidParameter", message)
export const featureOff = (feature: string) =>
  new Refusal("FeatureNotEnabled", `The feature ${feature} is not enabled for this resource`)
