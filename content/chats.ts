import { site } from "./site.ts"

/** Chat services that take the weekly board, by their names. */
export const chatServices = { discord: "Discord", slack: "Slack" } as const

export const chatOff = {
  subject: `${site.name} no longer posts to your chat`,
  heading: "The weekly board could not be posted",
  paragraphs: [
    "We have stopped posting to this chat. To go on, make a new webhook in the chat and add its address again.",
  ],
  footnote: "You are getting this because you added the chat.",
} as const

/** What can be wrong with a chat, in sentences for who manages it. */
export const chatProblems: Readonly<Record<string, string>> = {
  off: "This site posts to no chats.",
  bad_address:
    "This is not the address of a webhook of Discord (https://discord.com/api/webhooks/…) or Slack (https://hooks.slack.com/services/…).",
  too_many: "There are five chats already. End one first.",
  unknown_chat: "This chat is no longer used. Add its address again.",
  too_soon: "Wait a minute before the next test.",
  nothing: "There is no board to post now: the race is not running.",
  not_captain: "Only the captain can change this.",
}
