/** Separate from competition.ts, which starts a database, because most rules need none. */
import { randomUUID } from "node:crypto"
import type { SentActivity } from "#domain/competition/scoring/activity.ts"

/** A plain one-hour run of 10 km as read from a file, with the given changes. */
export function sentRun(changes: Partial<SentActivity> = {}): SentActivity {
  return {
    source: "file",
    externalId: randomUUID(),
    kind: "run",
    sport: "running",
    name: null,
    startedAt: new Date("2026-11-18T15:00:00Z"),
    utcOffsetS: null,
    elapsedS: 3700,
    movingS: 3600,
    distanceM: 10_000,
    elevationM: null,
    fiveMinutesKmh: null,
    topKmh: null,
    manual: false,
    flagged: false,
    indoor: false,
    virtual: false,
    public: true,
    detail: 100,
    trackS: null,
    trackM: null,
    climbMph: null,
    climbBpm: null,
    fingerprint: null,
    credit: null,
    recorderModel: null,
    recorderKey: null,
    ...changes,
  }
}
