/** The directory's data about somebody on the boards. */
export interface KnownAthlete {
  /** The id in the directory. */
  id: string
  /** The first of their sports. */
  sport: string
}

/**
 * Athletes of the directory by their slug on the boards; for loaders. An entry without a linked member represents the
 * sample athlete of the same name.
 */
export function knownAthletes(
  athletes: readonly { id: string; member?: string | undefined; sport: string }[],
  { samples }: { samples: boolean },
): Record<string, KnownAthlete> {
  return Object.fromEntries(
    athletes
      .filter(({ member }) => member !== undefined || samples)
      .map(({ id, member, sport }) => [member ?? id, { id, sport: sport.split(",")[0] ?? sport }]),
  )
}
