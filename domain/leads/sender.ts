/** The sender of a submission, recorded as proof of consent. */
export interface Sender {
  ip: string | null
  userAgent: string | null
}

/** The part of the browser's name that is kept with a proof of consent. */
export function agentOf({ userAgent }: Sender): string | null {
  return userAgent === null ? null : userAgent.slice(0, 300)
}
