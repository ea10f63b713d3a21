import { z } from "zod"
import { type NoticeWishes, wish, wishesOf } from "#domain/competition/notices/wishes.ts"
import { memberFunction } from "./member-function.ts"

const notJoined = {
  ok: false,
  code: "not_joined",
  message: "Join the competition first.",
  status: 409,
} as const

type Read = Awaited<ReturnType<typeof wishesOf>>
const answer = (read: Read) => (read.ok ? { ok: true as const, value: read.wishes } : notJoined)

/** What the caller is told by mail: `{ passed, seasonEnds, prizeWaits }`, all false until asked for. */
export const myNotices = memberFunction(z.object({}), async (world, _input, { userId }) =>
  answer(await wishesOf(world.db, userId)),
)

const shape: z.ZodType<NoticeWishes> = z.object({
  passed: z.boolean(),
  seasonEnds: z.boolean(),
  prizeWaits: z.boolean(),
})

/** Replaces what the caller is told by mail: `{ passed, seasonEnds, prizeWaits }`. */
export const changeNotices = memberFunction(shape, async (world, wishes, { userId }) =>
  answer(await wish(world, userId, wishes)),
)
