import type { ActivityKind } from "./activity-kinds.ts"

/**
 * How the evidence for an activity is weighed (domain/competition/scoring/evidence.ts). The weights sort the review
 * queue and determine which days of a prospective winner an operator checks. They never take points away and are never
 * displayed.
 */
export const evidenceRule = {
  /** A day of a prospective winner with an activity below this is checked before its prize is awarded. */
  enough: 4,
  weights: {
    service: 2,
    prompt: 1,
    knownRecorder: 2,
    namedRecorder: 1,
    samples: 1,
    heart: 2,
    track: 2,
    continues: 1,
    likeBefore: 1,
    unlikeBefore: -1,
    manyOldDays: -1,
    shared: -3,
  },
  /** Received within this many hours of its end. */
  promptHours: 24,
  /** A recorder is known once it has brought activities on this many other days, in earlier uploads. */
  knownDays: 2,
  /** At least this many days that ended more than `promptHours` before, within `uploadMinutes` of each other. */
  manyOldDays: 3,
  uploadMinutes: 30,
  /** An account is new for this many days after joining. */
  newDays: 60,
  /** Plausible heart rates: their mean, their minimum variation, and the minimum number of different values. */
  heart: { least: 45, most: 205, deviation: 2, values: 6 },
  /**
   * Beats per meter compared with the median of at least this many earlier activities of the kind: the share of
   * deviation that is still similar, and how many fewer or more are not. More beats are ignored if it climbs this many
   * meters per kilometer. Activities of the last `asideDays` are used only if there are too few older ones, so that a
   * change during a season does not become its own baseline.
   */
  past: { least: 3, most: 8, asideDays: 14, like: 0.25, fewer: 0.4, more: 0.5, hilly: 20 },
  /** A mean heart rate below this, at a speed of at least this many km/h, shows that the athlete made no effort. */
  restful: { bpm: 95, kmh: { run: 10, ride: 25 } as Partial<Record<ActivityKind, number>> },
  /** Days with an activity of a recorder that has a serial number, after which an activity without one is checked. */
  recordersDays: 5,
  /** It starts at most this far from the end of the previous activity, which was at most this many days earlier. */
  continues: { km: 100, days: 14 },
} as const
