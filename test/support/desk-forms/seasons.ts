/** The forms of the commands about seasons and their sponsors. */

import { addSponsor } from "#domain/competition/sponsors/sponsors.ts"
import { placed, prize, reopenSeason, season, seasonPage } from "./closed-season.ts"
import { browser, made, owner, type Sent, shop } from "./desks.ts"
import { laterSeason, racesDesk, sideRace } from "./races.ts"

async function sponsor(): Promise<{ id: number; name: string }> {
  const name = `Sponsor ${++made.n}`
  const added = await addSponsor(shop.world, name)
  return { id: added.ok ? added.id : 0, name }
}

export const seasonsForms: readonly Sent[] = [
  {
    command: "season.close",
    form: async () => {
      await reopenSeason()
      return [seasonPage, "Close the season early", { typed: season }]
    },
  },
  {
    command: "season.disqualify",
    form: async () => {
      await placed()
      return [seasonPage, "Disqualify", { reason: "Rode a bicycle." }]
    },
  },
  {
    command: "season.reinstate",
    form: async () => {
      await placed()
      await browser.press(owner, seasonPage, "Disqualify", { reason: "Rode a bicycle." })
      return [seasonPage, /^Reinstate /]
    },
  },
  {
    command: "season.prizes",
    form: async () => {
      await reopenSeason()
      return [seasonPage, "Set the prizes", { titles: `Shoes ${++made.n}` }]
    },
  },
  {
    command: "season.codes",
    form: async () => [seasonPage, "Add the codes", { gift: "20% off", codes: `CODE-${++made.n}` }],
  },
  {
    command: "season.message",
    form: async () => {
      await prize("claimed")
      return [seasonPage, "See who gets it", { subject: `News ${++made.n}`, text: "They ship on Monday." }]
    },
    confirm: "Send it now",
  },
  {
    command: "season.sponsor",
    form: async () => [seasonPage, "Set the sponsor", { sponsor: String((await sponsor()).id) }],
  },
  {
    command: "race.sponsor",
    form: async () => {
      const { id } = await sponsor()
      return [racesDesk, `Set the sponsor of ${await sideRace()}`, { sponsor: String(id) }]
    },
  },
  {
    command: "newsletter.sponsor",
    form: async () => {
      const { id, name } = await sponsor()
      await shop.world.db.sql`truncate newsletter_issues cascade`
      await browser.press(owner, seasonPage, "Set the sponsor", { sponsor: String(id) })
      return [seasonPage, `Write the email about ${name}`]
    },
  },
  {
    command: "sponsor.add",
    form: async () => ["/seasons/sponsors", "Add the sponsor", { name: `Northline ${++made.n}` }],
  },
  {
    command: "sponsor.link",
    form: async () => ["/seasons/sponsors", `Make a link for ${(await sponsor()).name}`],
  },
  {
    command: "sponsor.end-link",
    form: async () => {
      const { name } = await sponsor()
      await browser.press(owner, "/seasons/sponsors", `Make a link for ${name}`)
      return ["/seasons/sponsors", `End the link of ${name}`]
    },
  },
  {
    command: "season.change",
    form: async () => [laterSeason, "Save", { finishDays: String(9 + (++made.n % 5)) }],
  },
  {
    command: "season.copy",
    form: async () => {
      await shop.world.db.sql`update seasons set finish_days = 9 where slug = 'fortnightly-2026-11-23'`
      return [laterSeason, "Copy it", { from: "fortnightly-2026-11-09" }]
    },
  },
]
