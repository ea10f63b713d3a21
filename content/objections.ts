/** Athletes' objections to verdicts on their activities. */
export const objectionRule = {
  /** Hours within which we aim to reply. */
  replyHours: 48,
  /** Maximum length of an objection. */
  longest: 1000,
  /** Maximum length of a reply. */
  longestReply: 2000,
  /** One account sends at most this many within 24 hours. */
  mostInADay: 10,
} as const

/**
 * Whether an activity counts for less than recorded, so that its owner may object: not at all, not yet, or only a part
 * of it.
 */
export function countsShort({
  status,
  counted_s,
}: {
  status: "counted" | "review" | "excluded"
  counted_s: number | null
}): boolean {
  return status !== "counted" || counted_s !== null
}
