import { groupRule } from "./board-groups.ts"

/** What a member can write under a day or an event. */
export const commentRule = {
  /** Characters. */
  longest: 500,
  aMinute: 5,
  aDay: 60,
  /** Comments of one page; earlier ones are on pages before it. */
  shown: 200,
  /** Links are for members who have been here this long and were cheered this often by this many others. */
  links: { days: 14, cheers: 5, givers: 3 },
  /** Years; of members who have given their year of birth. */
  leastAge: groupRule.leastAge,
  /** The same text, sent again within this time, is one comment: a form that was sent twice. */
  sameMinutes: 5,
} as const

/** Why a comment was not saved, in a sentence for its writer, by code. */
export const commentRefusals = {
  not_joined: "Join the competition first, then you can comment.",
  no_day_yet: "Record a first day of your own, then you can comment.",
  hidden: "Your name is hidden from other members. Show it to them in your settings, then you can comment.",
  muted: "A moderator has paused your comments. Your account page says until when.",
  too_young: `Comments are for members from ${commentRule.leastAge} years on.`,
  off: "Comments are off on this site.",
  closed: "There are no new comments on this day.",
  not_shown: "There is no such day, or you may not see it.",
  empty: "Write something first.",
  too_long: `A comment has at most ${commentRule.longest} characters.`,
  link: `Links are for members who have been here for ${commentRule.links.days} days and were cheered ${commentRule.links.cheers} times by at least ${commentRule.links.givers} others. Leave the address out.`,
  too_many: `That was a lot at once. You can write ${commentRule.aMinute} comments a minute and ${commentRule.aDay} a day.`,
  gone: "This comment was deleted meanwhile. What you wrote is still in the field.",
  changed: "You changed this comment in another window. What you wrote here is still in the field.",
  taken_down:
    "A moderator has hidden this comment, so it cannot be changed. You can object on your account, under Cheers.",
} as const

export type CommentRefusal = keyof typeof commentRefusals
