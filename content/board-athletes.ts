import { athletes } from "./athletes.ts"

/** What the directory knows of somebody on the boards. */
export interface KnownAthlete {
  /** The id in the directory. */
  id: string
  /** The first of their sports. */
  sport: string
  /** The posture of their figure. */
  pose: string
}

/**
 * Athletes of the directory by their address on the boards; for loaders. An entry that names no member stands for the sample
 * athlete of the same name.
 */
export function knownAthletes({ samples }: { samples: boolean }): Record<string, KnownAthlete> {
  return Object.fromEntries(
    athletes.flatMap(({ id, member, sport, art }) => {
      const draw = art[0]?.draw
      if (member === undefined && !samples) return []
      return [
        [
          member ?? id,
          { id, sport: sport.split(",")[0] ?? sport, pose: draw?.scene === "figure" ? draw.pose : "stand" },
        ] as const,
      ]
    }),
  )
}
