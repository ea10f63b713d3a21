import { grouped } from "#content/amounts.ts"
import { site } from "#content/site.ts"
import { consoleLink } from "#domain/console-link.ts"
import { takeQuarantined } from "#domain/leads/quarantine.ts"
import { renderMail } from "#domain/mail-layout.ts"
import { dayInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"
import { readToday } from "./today.ts"

/** The most quarantined messages that one mail lists; the inbox shows all of them. */
const mostListed = 30

/**
 * Mails the operators, once a day, a list of everything that needs a person, with links into the console, and the
 * messages quarantined since the last such mail; sends nothing if the list is empty. Returns the number of matters.
 */
export async function mailMorning(world: World): Promise<number> {
  const { matters } = await readToday(world, "owner")
  if (matters.length === 0) return 0
  const { operatorEmails, siteUrl } = world.settings
  const day = dayInWords(world.now())
  await world.db.transaction(async (db) => {
    const quarantined = await takeQuarantined(db, world.now())
    const message = renderMail({
      subject: `${site.name}, ${day}: ${matters.length === 1 ? "one thing needs" : `${matters.length} things need`} you`,
      heading: "Today",
      paragraphs: matters.map(
        ({ count, says, path }) => `${grouped(count)} ${says}\n${consoleLink(siteUrl, path)}`,
      ),
      facts: quarantined
        .slice(0, mostListed)
        .map(({ id, form, name, email, reasons }) => [
          `Looks like spam: ${form} ${id.slice(0, 8)}`,
          `${name} (${email}): ${reasons.join("; ")}`,
        ]),
      button: { label: "Open the console", url: `${siteUrl}/account/security` },
      footnote: "Links to the console work in a browser where it is open. Use the button to open it.",
    })
    for (const to of operatorEmails.length > 0 ? operatorEmails : [site.supportEmail])
      await world.mail.queue(
        db,
        { to, kind: "operator.morning", ...message },
        { key: `morning ${day} ${to}` },
      )
  })
  return matters.length
}
