/** Why an activity that a service showed or announced is missing here, by `withheld_activities.reason`; `refused` states its own. */
const withheldReasons = {
  private: "Only you can see it there, so it does not come in. Activities must be public to count.",
  gone: "It is no longer shown there: it was deleted, or made visible to you alone. What was here of it is deleted.",
} as const

export type WithheldReason = keyof typeof withheldReasons | "refused"

/** The reason in words. @param refusal why it was refused, without its subject: "is longer than a year" */
export function withheldInWords(reason: WithheldReason, refusal: string | null): string {
  return reason === "refused" ? `Refused: it ${refusal}.` : withheldReasons[reason]
}
