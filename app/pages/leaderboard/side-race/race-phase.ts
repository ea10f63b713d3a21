type RacePhase = "upcoming" | "running" | "late" | "final"

/** The phase of a race: `late` while activities that arrive after its season still count. */
export function phaseOfRace(
  { opensAt, closesAt, closedAt }: { opensAt: Date; closesAt: Date; closedAt: Date | null },
  now: Date,
): RacePhase {
  if (closedAt) return "final"
  if (now < opensAt) return "upcoming"
  return now < closesAt ? "running" : "late"
}

/** A joint goal has no table. */
export const goalIsRunning = "The total follows every activity within seconds."

export const phaseSentences: Record<RacePhase, string> = {
  upcoming: "It has not begun yet.",
  running: "The table follows every activity within seconds.",
  late: "It is over. Activities that arrive late still count until the season closes.",
  final: "It is final. Activities that arrive now do not count.",
}
