import { grouped } from "#content/amounts.ts"
import { site } from "#content/site.ts"
import { renderMail } from "#domain/mail-layout.ts"
import { dayInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"
import { readToday } from "./today.ts"

/**
 * Sends the operators, once a day, what needs a person, with links into the console; nothing when nothing does. Returns the number of
 * matters.
 */
export async function mailMorning(world: World): Promise<number> {
  const { matters } = await readToday(world, "owner")
  if (matters.length === 0) return 0
  const { operatorEmails, siteUrl } = world.settings
  const day = dayInWords(world.now())
  const message = renderMail({
    subject: `${site.name}, ${day}: ${matters.length === 1 ? "one thing needs" : `${matters.length} things need`} you`,
    heading: "Today",
    paragraphs: matters.map(
      ({ count, says, path }) => `${grouped(count)} ${says}\n${siteUrl}/operator${path}`,
    ),
    button: { label: "Open the console", url: `${siteUrl}/account/security` },
    footnote:
      "Links into the console work in a browser in which it is open; the button leads to the page that opens it.",
  })
  await world.db.transaction(async (db) => {
    for (const to of operatorEmails.length > 0 ? operatorEmails : [site.supportEmail])
      await world.mail.queue(
        db,
        { to, kind: "operator.morning", ...message },
        { key: `morning ${day} ${to}` },
      )
  })
  return matters.length
}
