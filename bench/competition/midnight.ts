import { maintainBoards } from "#domain/competition/maintain.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import type { World } from "#domain/world.ts"
import { sampledRecording } from "./recordings.ts"

interface Midnight {
  /** Until every window has moved and every rank is stored. */
  ms: number
  /** The longest that an upload took while windows moved, and its median; milliseconds. */
  longestMs: number
  medianMs: number
  uploads: number
}

/** Uploads per second, each of a different athlete, sent at a fixed rate regardless of the responses. */
const perSecond = 50

/** Moves the windows by a day, while activities keep coming in. The world's clock is already past midnight. */
export async function midnight(world: World, ids: readonly number[]): Promise<Midnight> {
  const took: number[] = []
  const uploads: Promise<void>[] = []
  const upload = async () => {
    const sent = sampledRecording()
    const began = performance.now()
    const done = await onActivity(world, ids[Math.floor(Math.random() * ids.length)] as number, sent)
    if (!done.ok) throw new Error(done.code)
    took.push(performance.now() - began)
  }
  const coming = setInterval(() => uploads.push(upload()), 1000 / perSecond)
  // Uploads without a moving window first, so that all statements are prepared.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  await Promise.all(uploads)
  took.length = 0
  const began = performance.now()
  await maintainBoards(world)
  const ms = performance.now() - began
  clearInterval(coming)
  await Promise.all(uploads)
  took.sort((a, b) => a - b)
  return { ms, longestMs: took.at(-1) ?? 0, medianMs: took[took.length >> 1] ?? 0, uploads: took.length }
}
