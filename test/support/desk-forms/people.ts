/** The forms of the commands about people and their roles. */

import { goodAnswers, send } from "#test/support/leads.ts"
import { browser, made, owner, type Sent, shop, waiting } from "./desks.ts"

export const peopleForms: readonly Sent[] = [
  {
    command: "person.ban",
    form: async () => [`/people/${(await waiting()).userId}`, "Ban", { reason: "Insults" }],
  },
  {
    command: "person.unban",
    form: async () => {
      const { userId } = await waiting()
      await browser.press(owner, `/people/${userId}`, "Ban", { reason: "Insults" })
      return [`/people/${userId}`, "Lift the ban", { reason: "Sorry" }]
    },
  },
  {
    command: "person.confirm",
    form: async () => [
      `/people/${(await waiting()).userId}`,
      "Confirm the address",
      { reason: "By telephone" },
    ],
  },
  {
    command: "person.tie",
    form: async () => [`/people/${(await waiting()).userId}`, "Save who can win", { tie: "sponsor" }],
  },
  {
    command: "person.view",
    form: async () => [
      `/people/${(await waiting()).userId}`,
      "View as this member",
      { reason: "Sees no activities" },
    ],
  },
  {
    command: "person.erase",
    form: async () => {
      const { userId } = await waiting()
      return [`/people/${userId}`, "Erase", { typed: `runner-${made.n}@example.com` }]
    },
  },
  {
    command: "person.erase-address",
    form: async () => {
      await send(shop, "creator-application", {
        ...goodAnswers["creator-application"],
        email: `guest-${++made.n}@example.com`,
      })
      return ["/people", "Erase the address", { email: `guest-${made.n}@example.com` }]
    },
  },
  {
    command: "mail.resend",
    form: async () => {
      const { userId } = await waiting()
      await shop.world.db.sql`
        insert into private.mails (kind, recipient, state, message, ended_at, answer)
        values ('order.receipt', ${`runner-${made.n}@example.com`}, 'dead', '{}', now(), '550 No such mailbox')`
      return [`/people/${userId}`, "Send order.receipt again"]
    },
  },
  {
    command: "role.grant",
    form: async () => [`/people/${(await waiting()).userId}`, "Set", { role: "helper" }],
  },
  {
    command: "role.remove",
    form: async () => {
      const { userId } = await waiting()
      await browser.press(owner, `/people/${userId}`, "Set", { role: "helper" })
      return [`/people/${userId}`, "Set", { role: "" }]
    },
  },
  {
    command: "role.events",
    form: async () => {
      const { userId } = await waiting()
      await browser.press(owner, `/people/${userId}`, "Set", { role: "host" })
      return [`/people/${userId}`, "Set the events", { event: "saturday-long-run" }]
    },
  },
]
