import { creditOf } from "#content/services.ts"
import type { World } from "#domain/world.ts"
import type { RecordedActivity } from "#ports/recorded.ts"
import { kindOf, type SentActivity, type SourceName } from "../scoring/activity.ts"

/** Converts a recording to the competition's types. */
export function toSent(
  { sign }: Pick<World, "sign">,
  source: SourceName,
  { sports, device = null, recorder, ...facts }: RecordedActivity,
): SentActivity {
  const { model = null, serial = null } = recorder ?? {}
  return {
    topKmh: null,
    manual: false,
    flagged: false,
    public: true,
    trackS: null,
    trackM: null,
    climbMph: null,
    climbBpm: null,
    fingerprint: null,
    ...facts,
    source,
    kind: kindOf(...sports),
    sport: sports[0] ?? "",
    credit: creditOf(source, device),
    recorderModel: model ?? device,
    // Numbered in order, serial numbers could be found out from a hash that anybody can compute.
    recorderKey: serial === null ? null : sign("recorder", `${model} ${serial}`),
  }
}
