import { createHash } from "node:crypto"
import { z } from "zod"
import type { RecordedActivity } from "#ports/recorded.ts"
import { collect, decodeText } from "./collect.ts"
import { limits } from "./limits.ts"
import { NoRecording, Refusal } from "./refusal.ts"

const shape = z.object({
  fitnessActivity: z.string().max(100),
  startTime: z.iso.datetime({ offset: true }),
  endTime: z.iso.datetime({ offset: true }),
  /** "1812.500s": excluding pauses. */
  duration: z
    .string()
    .regex(/^\d+(\.\d+)?s$/)
    .optional(),
  aggregate: z
    .array(z.object({ metricName: z.string().optional(), floatValue: z.number().min(0).optional() }))
    .optional(),
})

/** Activity that a phone detects automatically and that is not training. */
const noTraining = /^(still|tilting|unknown|in_?vehicle|exiting_?vehicle|.*sleep.*|awake|other_?vehicle)\b/i

/**
 * Parses a session of Google Fit as exported by Google Takeout, one per JSON file in "All Sessions" (the folder's name is
 * localized, so the file is recognized by its content). Throws a Refusal.
 */
export async function readSession(bytes: AsyncIterable<Uint8Array>): Promise<RecordedActivity> {
  const whole = await collect(bytes, {
    most: limits.sessionBytes,
    looksRight: (head) => head.includes('"fitnessActivity"'),
  })
  const read = shape.safeParse(parseJson(decodeText(whole)))
  if (!read.success) throw new Refusal("a Google Fit session without its activity, start or end")
  const { fitnessActivity, startTime, endTime, duration, aggregate = [] } = read.data
  if (noTraining.test(fitnessActivity)) throw new NoRecording("a day's movement, not an activity")
  const startedAt = new Date(startTime)
  const elapsedS = (Date.parse(endTime) - startedAt.getTime()) / 1000
  if (elapsedS < 0) throw new Refusal("ends before it begins")
  const distance = aggregate.find(({ metricName }) => metricName === "com.google.distance.delta")
  const facts = [fitnessActivity, startedAt.getTime(), Math.round(elapsedS)]
  return {
    // Every export contains all sessions again.
    externalId: `google-fit-${createHash("sha256").update(facts.join("|")).digest("hex").slice(0, 32)}`,
    // "biking.road" is a subtype of biking.
    sports: [fitnessActivity, fitnessActivity.split(".")[0] ?? ""],
    name: null,
    startedAt,
    utcOffsetS: null,
    elapsedS,
    movingS: duration ? Number(duration.slice(0, -1)) : elapsedS,
    distanceM: distance?.floatValue ?? 0,
    elevationM: null,
    fiveMinutesKmh: null,
    trackS: 0,
    trackM: 0,
    indoor: true,
    virtual: false,
    detail: 0,
  }
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw new Refusal("cut off or damaged: not whole JSON")
  }
}
