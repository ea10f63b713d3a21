/** What a member can be told of, and how. The tables of the account page and of the database follow this list. */
export const noticeKinds = [
  {
    kind: "week",
    name: "Your week",
    label: "My week, beside my usual one",
    channels: ["mail", "off"],
    usual: "off",
  },
  {
    kind: "prize",
    name: "Waiting prizes",
    label: "A prize is waiting for me",
    channels: ["mail", "push", "off"],
    usual: "mail",
  },
  {
    kind: "reminder",
    name: "Reminders",
    label: "I have a spot in a session tomorrow",
    channels: ["mail", "off"],
    usual: "mail",
  },
  {
    kind: "season",
    name: "The end of a race",
    label: "A race I am in: steps to finishing it, its last two days, and how it went",
    channels: ["mail", "push", "off"],
    usual: "off",
  },
  {
    kind: "team",
    name: "Close team races",
    label: "My team is close in the last two days of a race",
    channels: ["mail", "push", "off"],
    usual: "off",
  },
  {
    kind: "passed",
    name: "Places lost",
    label: "Someone passes me on the board",
    channels: ["mail", "off"],
    usual: "off",
  },
  {
    // The email about it contains what the operators wrote and is always sent; push comes beside it.
    kind: "event",
    name: "Changed sessions",
    label: "A session of mine changes, or a spot opens up",
    channels: ["mail", "push"],
    usual: "mail",
  },
] as const satisfies readonly {
  kind: string
  name: string
  label: string
  channels: readonly NoticeChannel[]
  usual: NoticeChannel
}[]

export type NoticeChannel = "mail" | "push" | "off"
export type NoticeKind = (typeof noticeKinds)[number]["kind"]
export type NoticeChoices = Readonly<Record<NoticeKind, NoticeChannel>>

export function isNoticeKind(text: string): text is NoticeKind {
  return noticeKinds.some(({ kind }) => kind === text)
}

/** What applies to a member, from what they chose; the usual channel for everything else. */
export function choicesFrom(chosen: Partial<Record<string, string>>): NoticeChoices {
  const entries = noticeKinds.map(({ kind, channels, usual }) => {
    const channel = channels.find((one) => one === chosen[kind])
    return [kind, channel ?? usual]
  })
  return Object.fromEntries(entries) as NoticeChoices
}

/** When the week is told, in the member's time zone, and when it can be. Days as in ISO 8601: 7 is Sunday. */
export const weekTimes = { usual: { day: 7, hour: 18 }, hours: { from: 7, to: 20 } } as const

/** No notice before and from these hours of the member's clock. */
export const quietHours = { from: 21, to: 7 } as const
