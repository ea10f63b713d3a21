/** The forms of the commands about inbox. */

import { goodAnswers, send } from "#test/support/leads.ts"
import { browser, made, owner, type Sent, shop } from "./desks.ts"

async function message(): Promise<string> {
  await send(shop, "creator-application", {
    ...goodAnswers["creator-application"],
    email: `sender-${++made.n}@example.com`,
  })
  const [row] = await shop.world.db.sql<{ id: string }>`
    select id from submissions order by submitted_at desc, id limit 1`
  return row?.id ?? ""
}

export const inboxForms: readonly Sent[] = [
  { command: "inbox.accept", form: async () => [`/inbox/${await message()}`, "Accept and invite"] },
  {
    command: "inbox.decline",
    form: async () => [`/inbox/${await message()}`, "Decline", { note: "Not now." }],
  },
  { command: "inbox.spam", form: async () => [`/inbox/${await message()}`, "Spam"] },
  { command: "inbox.review", form: async () => [`/inbox/${await message()}`, "In review"] },
  {
    command: "inbox.answer",
    form: async () => [`/inbox/${await message()}`, "Send the answer", { text: "Gladly." }],
  },
  { command: "inbox.note", form: async () => [`/inbox/${await message()}`, "Keep", { text: "Met her." }] },
  {
    command: "inbox.assign",
    form: async () => [`/inbox/${await message()}`, "Assign", { to: String(owner.id) }],
  },
  {
    command: "inbox.snooze",
    form: async () => [`/inbox/${await message()}`, "Snooze", { until: "2026-12-01" }],
  },
  { command: "inbox.close", form: async () => [`/inbox/${await message()}`, "Close it"] },
  {
    command: "inbox.open",
    form: async () => {
      const path = `/inbox/${await message()}`
      await browser.press(owner, path, "Close it")
      return [path, "Open it again"]
    },
  },
  {
    command: "inbox.save-reply",
    form: async () => ["/inbox/saved", "Add it", { title: `Thanks ${++made.n}`, text: "Thank you." }],
  },
  {
    command: "inbox.drop-reply",
    form: async () => {
      await browser.press(owner, "/inbox/saved", "Add it", { title: `Old ${++made.n}`, text: "Old." })
      return ["/inbox/saved", `Remove Old ${made.n}`]
    },
  },
]
