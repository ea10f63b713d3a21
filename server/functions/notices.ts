import { z } from "zod"
import {
  type NoticePreferences,
  noticePreferencesOf,
  setNoticePreferences,
} from "#domain/competition/notices/preferences.ts"
import { memberFunction } from "./member-function.ts"

const notJoined = {
  ok: false,
  code: "not_joined",
  message: "Join the competition first.",
  status: 409,
} as const

type Read = Awaited<ReturnType<typeof noticePreferencesOf>>
const answer = (read: Read) => (read.ok ? { ok: true as const, value: read.preferences } : notJoined)

/** What the caller is told by mail: `{ passed, seasonEnds, prizeWaits }`, all false until asked for. */
export const myNotices = memberFunction(z.object({}), async (world, _input, { userId }) =>
  answer(await noticePreferencesOf(world.db, userId)),
)

const shape: z.ZodType<NoticePreferences> = z.object({
  passed: z.boolean(),
  seasonEnds: z.boolean(),
  prizeWaits: z.boolean(),
})

/** Replaces what the caller is told by mail: `{ passed, seasonEnds, prizeWaits }`. */
export const changeNotices = memberFunction(shape, async (world, preferences, { userId }) =>
  answer(await setNoticePreferences(world, userId, preferences)),
)
