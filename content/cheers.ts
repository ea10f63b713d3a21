/** The sentences that a cheer can carry, by the key that is stored. None says anything about a body, a result or a rival. */
export const cheerPhrases = {
  "well-done": "Well done!",
  "strong-work": "Strong work!",
  "keep-going": "Keep going!",
  "good-to-see-you": "Good to see you out there!",
  "that-took-courage": "That took courage!",
  "you-inspire-me": "You inspire me!",
  "enjoy-your-rest": "Enjoy your rest!",
  "see-you-out-there": "See you out there!",
} as const

export type CheerPhrase = keyof typeof cheerPhrases

export function isCheerPhrase(value: unknown): value is CheerPhrase {
  return typeof value === "string" && Object.hasOwn(cheerPhrases, value)
}

/** How many cheers one member can give. */
export const cheerLimits = { aMinute: 20, aDay: 200 } as const

/** Others see how many cheers a day has from this number on; only the receiver sees whose they are. */
export const leastShownCheers = 3

/** Why a cheer was not given, in a sentence for the giver, by code. */
export const cheerRefusals = {
  not_joined: "Join the competition first, then you can cheer.",
  no_day_yet: "Record a first day of your own, then you can cheer others.",
  hidden: "Your name is hidden from other members. Show it to them in your settings, then you can cheer.",
  muted: "A moderator has paused your cheers. Your account page says until when.",
  yourself: "This is your own day.",
  not_shown: "There is no such athlete, or you may not see them.",
  no_such_day: "There is nothing to cheer on this day.",
  too_many: `That was a lot of cheers at once. You can give ${cheerLimits.aMinute} a minute and ${cheerLimits.aDay} a day.`,
} as const

export type CheerRefusal = keyof typeof cheerRefusals
