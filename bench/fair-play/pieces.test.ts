/** Parts of modeled rides at many speeds, through the reader of files: which are recognized, and found by a key. */
import { expect, test } from "vitest"
import { readSamples } from "#domain/competition/scoring/same-recording.ts"
import { isTwin } from "#domain/competition/scoring/twin.ts"
import { keysOf, probesOf } from "#domain/competition/scoring/window-keys.ts"
import { at, faster, piece, reversed, withoutHeart } from "./cheats/edits.ts"
import { honestTypes, type TypeName } from "./honest/types.ts"
import { anyAthlete } from "./model/athlete.ts"
import { createRandom } from "./model/random.ts"
import type { Recording, Sending } from "./model/recording.ts"
import { prepare } from "./send.ts"

const startedAt = new Date("2026-11-16T17:00:00Z")
const later = new Date("2026-11-25T17:00:00Z")

async function read(recording: Recording) {
  const sending = {
    athlete: 0,
    source: "file",
    as: "fit",
    recordings: [recording],
    arrivesAt: later,
  } as const
  const [activity] = (await prepare(sending)).activities
  const samples = readSamples(activity?.fingerprint ?? null)
  if (!activity || !samples) throw new Error("The recording has no samples")
  return {
    source: "file",
    externalId: activity.externalId,
    startedAt: activity.startedAt,
    samples,
    recorderKey: null,
  }
}

/**
 * How many of twelve sessions of a type are recognized and found after they were changed, each into one or more
 * recordings.
 */
async function recognized(type: TypeName, changes: readonly ((recording: Recording) => Recording)[]) {
  let count = 0
  for (let nr = 0; nr < 12; nr++) {
    const occasion = {
      athlete: anyAthlete("pieces", nr),
      startedAt,
      random: createRandom("pieces", type, nr),
      group: "",
    }
    const [sending] = honestTypes[type](occasion) as [Sending]
    const ride = withoutHeart(sending.recordings[0] as Recording)
    const original = await read(ride)
    const keys = new Set(keysOf(original.samples))
    for (const change of changes) {
      const copy = await read(at(change(ride), later))
      if (isTwin(copy, { ...original, mine: false }) && probesOf(copy.samples).some((key) => keys.has(key)))
        count++
    }
  }
  return count
}

const thirds = [0, 1, 2].map((nr) => (ride: Recording) => piece(ride, nr / 3, (nr + 1) / 3))
const third = thirds[1] as (ride: Recording) => Recording

test.each<[TypeName, string, ((recording: Recording) => Recording)[], number]>([
  ["road ride", "in three pieces", thirds, 35],
  ["gravel ride", "in three pieces", thirds, 34],
  ["road ride", "reversed", [reversed], 12],
  ["gravel ride", "reversed", [reversed], 10],
  ["gravel ride", "7 % faster", [(ride) => faster(ride, 1.07)], 11],
  ["road ride", "a third, 7 % faster", [(ride) => faster(third(ride), 1.07)], 8],
])("a stolen %s is recognized at nearly every speed: %s", async (type, _, changes, least) => {
  expect(await recognized(type, changes)).toBeGreaterThanOrEqual(least)
})
