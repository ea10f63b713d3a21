import type { NoticeChannel, NoticeChoices } from "#content/notice-kinds.ts"
import type { NoticeItem } from "./lines.ts"

/** What a member can be sent once a day: the day's notice, and the deadline of a prize, which does not wait. */
type Slot = "day" | "prize"

/** One notice to send. */
export interface Decision {
  channel: Exclude<NoticeChannel, "off">
  items: NoticeItem[]
  slots: Slot[]
}

/**
 * The one decision of a member's day, for all channels: which of what happened is told, in one notice, on the channel that
 * the member chose for the most urgent of it. Push becomes mail for a member without a device. Null: nothing.
 * @param taken what was sent today already
 */
export function decide(told: {
  items: readonly NoticeItem[]
  choices: NoticeChoices
  taken: readonly string[]
  canPush: boolean
  canMail: boolean
}): Decision | null {
  const { choices, taken } = told
  const slotOf = ({ kind }: NoticeItem): Slot => (kind === "prize" ? "prize" : "day")
  const items = told.items.filter((item) => choices[item.kind] !== "off" && !taken.includes(slotOf(item)))
  const [first] = items
  if (!first) return null
  const channel = choices[first.kind] === "push" && told.canPush ? "push" : "mail"
  if (channel === "mail" && !told.canMail) return null
  return { channel, items, slots: [...new Set(items.map(slotOf))] }
}
