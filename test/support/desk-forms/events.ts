/** The forms of the commands about events. */

import { wordsOfContent } from "#content/words/words.ts"
import { askToJoin, confirmSpot } from "#domain/events/join.ts"
import { eventBySlug, occurrenceOn } from "#domain/events/occurrence.ts"
import { browser, helper, made, type Sent, shop } from "./desks.ts"

const run = eventBySlug(wordsOfContent, "saturday-long-run")
export const day = "/events/saturday-long-run/2026-11-28"

export async function spot(): Promise<{ name: string; token: string }> {
  const occurrence = run && occurrenceOn(run, "2026-11-28")
  if (!occurrence) throw new Error("No run on that day")
  const name = `Guest ${++made.n}`
  await askToJoin(shop.world, occurrence, { name, email: `guest-${made.n}@example.com` })
  const token = /\/events\/spot\/(\w+)/.exec(shop.mails.at(-1)?.text ?? "")?.[1] ?? ""
  await confirmSpot(shop.world, token)
  return { name, token }
}

export const eventsForms: readonly Sent[] = [
  { command: "event.check-in", form: async () => [day, `Check in ${(await spot()).name}`] },
  {
    command: "event.check-out",
    form: async () => {
      const { name } = await spot()
      await browser.press(helper, day, `Check in ${name}`)
      return [day, `Undo check-in of ${name}`]
    },
  },
  {
    command: "event.guests",
    form: async () => [day, `Save the guests of ${(await spot()).name}`, { guests: "2" }],
  },
  {
    command: "event.free",
    form: async () => [
      day,
      `Free the spot of ${(await spot()).name}`,
      { reason: "You wrote that you are ill." },
    ],
  },
  {
    command: "event.seat",
    form: async () => {
      const { name } = await spot()
      await shop.world.db.sql`update event_occurrences set taken = taken - 1`
      await shop.world.db.sql`update event_signups set state = 'waiting' where name = ${name}`
      return [day, `Give ${name} a spot`]
    },
  },
  {
    command: "event.transfer",
    form: async () => [
      day,
      `Give the spot of ${(await spot()).name} to them`,
      { name: "Ben Heir", email: `heir-${made.n}@example.com` },
    ],
  },
  {
    command: "event.put",
    form: async () => [
      day,
      "Put on the list",
      { name: "Cleo Call", email: `caller-${++made.n}@example.com` },
    ],
  },
  {
    command: "event.walk-in",
    form: async () => [day, "Check in", { name: "Walt", email: "walt@example.com" }],
  },
  { command: "event.spots", form: async () => [day, "Keep", { spots: "60" }] },
  {
    command: "event.message",
    form: async () => {
      await spot()
      return [day, "Send", { text: "Bring a light." }]
    },
  },
  {
    command: "event.move",
    form: async () => [day, "Move", { text: "Flood.", day: "2026-11-29", time: "08:00" }],
  },
  {
    command: "event.call-off",
    form: async () => [day, "Cancel it", { text: "Storm.", typed: "Saturday Long Run" }],
  },
  {
    command: "event.add",
    form: async () => ["/events", "Add", { event: "saturday-long-run", on: "2026-12-02", time: "18:00" }],
  },
]
