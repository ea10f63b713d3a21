type Code =
  | "Unauthorized"
  | "InvalidJWTToken"
  | "MalformedJWT"
  | "JwtSignatureError"
  | "TopicNameRequired"
  | "ChannelRateLimitReached"
  | "ClientJoinRateLimitReached"
  | "ClientPresenceRateLimitReached"
  | "InvalidJoinPayload"
  | "PayloadTooLarge"
  | "UnableToReplayMessages"
  | "RealtimeDisabledForConfiguration"
  | "MalformedFilter"
  | "InvalidFilter"
  | "InvalidSubscription"
  | "PostgresChangesSubscribeTimeout"
  | "DatabaseUnavailable"

/** The reason for a refusal, in the form "Code: text" that Supabase clients parse. */
export class Refusal extends Error {
  readonly code: Code

  constructor(code: Code, message: string) {
    super(message)
    this.code = code
  }

  get reason(): string {
    return `${this.code}: ${this.message}`
  }
}

export const unheld = "has a value that the database cannot hold"

/** Errors of PostgreSQL about values, such as text with the character 0. */
export function isUnheld(error: unknown): boolean {
  return /^22\w{3}$/.test(String(Object(error).code))
}
