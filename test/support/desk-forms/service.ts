/** The forms of the commands about service. */

import { browser, made, owner, type Sent, shop, waiting } from "./desks.ts"

/** The address of another webhook. */
const chat = () => `https://hooks.slack.com/services/T00000000/B00000000/webhook${1000 + ++made.n}`

export const serviceForms: readonly Sent[] = [
  {
    command: "chat.add",
    form: async () => ["/service/chats", "Add a chat for Monthly race", { address: chat() }],
  },
  {
    command: "chat.test",
    form: async () => {
      await browser.press(owner, "/service/chats", "Add a chat for Monthly race", { address: chat() })
      return ["/service/chats", "Send a test now"]
    },
  },
  {
    command: "chat.end",
    form: async () => {
      const address = chat()
      await browser.press(owner, "/service/chats", "Add a chat for Monthly race", { address })
      return ["/service/chats", `End the chat …${address.slice(-4)}`]
    },
  },
  { command: "backup.make", form: async () => ["/service", "Make one now"] },
  { command: "job.retry", form: async () => ["/service", "Try these again"] },
  { command: "job.drop", form: async () => ["/service", "Drop these"] },
  {
    command: "source.release",
    form: async () => {
      const { userId } = await waiting()
      await shop.world.db.sql`
        insert into private.connections
          (source, athlete_id, account_id, access_token, scopes, connected_at, held_since, held_missing, held_known)
        select 'polar', id, gen_random_uuid(), 'x', '', now(), now(), 8, 8 from athletes where user_id = ${userId}`
      return ["/service", "Ask for each, and remove those that are gone"]
    },
  },
]
