/** The sender of a submission, recorded as proof of consent. */
export interface Sender {
  ip: string | null
  userAgent: string | null
}
