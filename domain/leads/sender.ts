/** Who sends, for the proof of consent. */
export interface Sender {
  ip: string | null
  userAgent: string | null
}
