import type { Fate } from "../fates.ts"

/** Of a session: counted, in part, asked about, or excluded. */
export type SessionOutcome = "counted" | "in part" | "review" | "excluded"

/**
 * What became of a session, of which each sending has a list of recordings. An athlete who sends two records of one session
 * loses nothing when one of them counts. Transitions between legs never count.
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
