import { chatOff, chatServices } from "#content/chats.ts"
import { renderMail } from "#domain/mail-layout.ts"
import type { ChatService } from "#ports/chat.ts"
import type { MailMessage } from "#ports/mail.ts"

/** Tells who added a chat that nothing is posted to it anymore, and why. */
export function chatOffMail(
  to: string,
  { service, lastFour, reason }: { service: ChatService; lastFour: string; reason: string },
): MailMessage {
  const facts = [
    ["Chat", `${chatServices[service]}, address ending in ${lastFour}`],
    ["Why", reason],
  ] as const
  return { to, kind: "chat.off", ...renderMail({ ...chatOff, facts }) }
}
