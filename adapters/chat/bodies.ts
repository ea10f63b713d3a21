import type { ChatMessage, ChatService } from "#ports/chat.ts"

/** What each service reads. Longer messages would be refused as a whole. */
const longest = { discord: { title: 256, text: 4_096 }, slack: { title: 150, text: 3_000 } }

/** The JSON that a service's incoming webhook takes, with every text escaped and mentions turned off. */
export const bodyFor: Readonly<Record<ChatService, (message: ChatMessage) => object>> = {
  discord: ({ title, lines, link }) => ({
    // Nobody is notified, whatever a name looks like.
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: cut(discordText(title), longest.discord.title),
        url: link.url,
        description: joined(lines.map(discordText), longest.discord.text),
      },
    ],
  }),
  slack: ({ title, lines, link }) => ({
    // For notifications; the blocks are what is shown.
    ...{ text: slackText(title), parse: "none", link_names: false, mrkdwn: false },
    ...{ unfurl_links: false, unfurl_media: false },
    blocks: [
      // Plain text has no formatting and no mentions.
      { type: "header", text: plain(cut(oneLine(title), longest.slack.title)) },
      { type: "section", text: plain(joined(lines.map(slackText), longest.slack.text)) },
      { type: "section", text: { type: "mrkdwn", text: `<${link.url}|${slackText(link.text)}>` } },
    ],
  }),
}

const plain = (text: string) => ({ type: "plain_text", text, emoji: false })

/** With a backslash before everything that Discord could read as Markdown, a mention, a link or an emoji. */
function discordText(text: string): string {
  return oneLine(text).replace(/[\\*_~|>`#[\]()<@:-]/g, "\\$&")
}

/** https://docs.slack.dev/messaging/formatting-message-text: three characters, and nothing else. */
function slackText(text: string): string {
  return oneLine(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}

/** Without line breaks and other invisible characters, with which a name could look like another line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]+/gu, " ").trim()
}

function cut(text: string, most: number): string {
  return text.length > most ? text.slice(0, most).replace(/\\$/, "") : text
}

/** As many whole lines as fit. */
function joined(lines: readonly string[], most: number): string {
  let text = ""
  for (const line of lines) {
    if (text.length + line.length + 1 > most) break
    text += `${text === "" ? "" : "\n"}${line}`
  }
  return text
}
