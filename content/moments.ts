/** Something that an athlete may want to show; each has its own card as long as it is true. */
export type MomentKind = "first-points" | "best-day" | "passing" | "final" | "finisher"

/** The label of each where it is offered. */
export const momentNames: Readonly<Record<MomentKind, string>> = {
  "first-points": "Your first points",
  "best-day": "Your best day so far",
  passing: "Places gained today",
  final: "Your final place",
  finisher: "You are a finisher",
}
