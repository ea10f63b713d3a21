/** What is told of what happened (domain/competition/happenings). */
export const happeningsRule = {
  /** Whoever stood among so many hears of everybody who moves ahead; others, of who lands right in front of them. */
  firstTold: 10,
  /** How long facts are kept, in days: longer than the longest season. Nothing is stored in them alone. */
  keptDays: 35,
} as const
