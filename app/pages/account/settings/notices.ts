import { z } from "zod"
import {
  choicesFrom,
  type NoticeChannel,
  type NoticeChoices,
  noticeKinds,
  weekTimes,
} from "#content/notice-kinds.ts"
import { chooseNotices } from "#domain/notices/choices.ts"
import type { World } from "#domain/world.ts"
import { notJoined, type Refused, type Typed } from "../member-action.ts"

const { from, to } = weekTimes.hours
const weekShape = z.object({
  weekDay: z.coerce.number().int().min(1).max(7),
  weekHour: z.coerce.number().int().min(from).max(to),
})

/** Saves what the member is told of. A row that was not sent stays as it is. */
export async function saveNotices(world: World, userId: string, typed: Typed): Promise<Refused | null> {
  const week = weekShape.safeParse(typed)
  const sent = noticeKinds.flatMap(({ kind, channels }) => {
    const channel = typed[`notice-${kind}`]
    return channel === undefined ? [] : [{ kind, channel, known: channels.some((one) => one === channel) }]
  })
  if (!week.success || sent.some(({ known }) => !known))
    return { status: 422, code: "invalid", problem: "Choose one of the ways in each row, a day and an hour." }
  const done = await chooseNotices(world, userId, {
    choices: Object.fromEntries(sent.map(({ kind, channel }) => [kind, channel as NoticeChannel])),
    week: { day: week.data.weekDay, hour: week.data.weekHour },
  })
  return done.ok ? null : notJoined
}

/** The choices in a form that was not saved. */
export function choicesIn(typed: Typed): NoticeChoices {
  return choicesFrom(Object.fromEntries(noticeKinds.map(({ kind }) => [kind, typed[`notice-${kind}`]])))
}
