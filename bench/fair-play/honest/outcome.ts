import type { Fate } from "../fates.ts"

/** The outcome of a session: counted, in part, in review, or excluded. */
export type SessionOutcome = "counted" | "in part" | "review" | "excluded"

/**
 * The outcome of a session, given the recordings of each sending. An athlete who sends two records of one session loses
 * nothing when one of them counts. Transitions between legs never count.
 */
export function outcomeOf(sendings: readonly (readonly (Fate | null)[])[]): SessionOutcome {
  const each = sendings.map((fates) => {
    const legs = fates.filter((fate) => fate?.reason !== "transition")
    if (legs.length === 0 || legs.some((fate) => (fate?.status ?? "excluded") === "excluded"))
      return "excluded"
    if (legs.some((fate) => fate?.status === "review")) return "review"
    return legs.every((fate) => ["counted", "cleared"].includes(fate?.reason ?? "")) ? "counted" : "in part"
  })
  const order = ["review", "counted", "in part", "excluded"] as const
  return order.find((one) => each.includes(one)) ?? "excluded"
}
