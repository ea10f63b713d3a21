/**
 * Why an activity that a service showed or announced is missing here, by `withheld_activities.reason`; `refused` has
 * its own reason.
 */
const withheldReasons = {
  private: "Only you can see it there, so we did not import it. Activities must be public to count.",
  missing:
    "We were told about it, but it was not there when we asked for it. If it turns up, it arrives with our next check.",
  gone: "It is no longer visible there: it was deleted or made private. We deleted our copy, and it comes back if it is made public again.",
} as const

export type WithheldReason = keyof typeof withheldReasons | "refused"

/** The reason in words. @param refusal why it was refused, without its subject: "is longer than a year" */
export function withheldInWords(reason: WithheldReason, refusal: string | null): string {
  return reason === "refused" ? `Refused: it ${refusal}.` : withheldReasons[reason]
}
