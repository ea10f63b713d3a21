/** The forms of the commands about newsletters. */

import { createIssue } from "#domain/leads/newsletter/issue.ts"
import { addReaders } from "#test/support/newsletters.ts"
import { browser, made, owner, type Sent, shop } from "./desks.ts"

/** An issue that was tested and has a reader. */
async function issue(state: "draft" | "sending" | "paused" | "sent" = "draft"): Promise<string> {
  const { world } = shop
  await addReaders(world.db, "newsletter", ["reader@example.com"])
  const text = {
    list: "newsletter",
    subject: "Miles",
    preview: "",
    markdown: "A week.",
    html: "",
    places: null,
  }
  const created = await createIssue(world, text)
  const id = created.ok ? created.id : 0
  await world.db.sql`
    update newsletter_issues set state = ${state}, tested_at = now(), scheduled_at = now(),
      published_at = case when ${state} = 'sent' then now() end where id = ${id}`
  if (state === "sent")
    await world.db.sql`
      insert into newsletter_deliveries (issue_id, subscriber_id, state)
      select ${id}, id, 'failed' from subscribers where email = 'reader@example.com'`
  return `/newsletters/${id}`
}

export const newslettersForms: readonly Sent[] = [
  {
    command: "newsletter.write",
    form: async () => ["/newsletters/new", "Save the draft", { subject: "Miles", markdown: "A week." }],
  },
  {
    command: "newsletter.test",
    form: async () => [await issue(), "Send a test", { to: "owner@example.com" }],
  },
  {
    command: "newsletter.schedule",
    form: async () => [await issue(), "Send now", { typed: "Miles" }],
  },
  { command: "newsletter.pause", form: async () => [await issue("sending"), "Pause"] },
  { command: "newsletter.resume", form: async () => [await issue("paused"), "Resume"] },
  { command: "newsletter.cancel", form: async () => [await issue("sending"), "Stop for good"] },
  { command: "newsletter.retry", form: async () => [await issue("sent"), /^Send again to 1 /] },
  { command: "newsletter.hide", form: async () => [await issue("sent"), "Remove it from the archive"] },
  {
    command: "newsletter.show",
    form: async () => {
      const path = await issue("sent")
      await browser.press(owner, path, "Remove it from the archive")
      return [path, "Put it back in the archive"]
    },
  },
  {
    command: "newsletter.clicks",
    form: async () => ["/newsletters", /^(Stop counting|Count clicks from the next issue on)$/],
  },
  {
    command: "newsletter.suppress",
    form: async () => [
      "/newsletters/subscribers",
      "Never email it again",
      { email: `stop-${++made.n}@example.com`, note: "By phone" },
    ],
  },
  {
    command: "newsletter.unsuppress",
    form: async () => {
      const email = `free-${++made.n}@example.com`
      await browser.press(owner, "/newsletters/subscribers", "Never email it again", { email })
      return ["/newsletters/subscribers", "Let it sign up again", { email }]
    },
  },
]
