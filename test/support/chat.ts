import type { Chat } from "#ports/chat.ts"
import { createSeal } from "#primitives/secrets.ts"

/** A chat service that takes everything, for tests of what happens around it. */
export const willingChat: Chat = {
  addresses: createSeal("a secret that only tests know", "chat addresses"),
  serviceOf: (address) => (address.startsWith("https://hooks.slack.com/") ? "slack" : null),
  post: async () => ({ ok: true }),
}
