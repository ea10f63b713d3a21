import { redirect } from "react-router"
import { type Sponsored, sponsorshipOf } from "#domain/competition/seasons/sponsorship.ts"
import { readSponsors } from "#domain/competition/sponsors/sponsors.ts"
import { issueAboutSponsor } from "#domain/leads/newsletter/issue.ts"
import { writeSponsorIssue } from "#domain/operator/newsletters/newsletter-commands.ts"
import { setSponsorFromConsole } from "#domain/operator/sponsors.ts"
import type { World } from "#domain/world.ts"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { words } from "./words.ts"

/** What the panel of a season or side race shows of its sponsor. */
export async function readSponsorPanel(world: World, of: Sponsored) {
  const found = await sponsorshipOf(world.db, of)
  return {
    sponsor: found?.sponsor ?? null,
    sponsors: (await readSponsors(world)).map(({ id, name }) => ({ id, name })),
    issue: found && (await issueAboutSponsor(world.db, found.id)),
  }
}

/** Answers the two forms of the panel; null: it was another form. */
export async function answerSponsorPanel(args: RouteArgs, form: FormData, of: Sponsored) {
  const { world, operator } = enter(args, "/seasons")
  if (form.get("do") === "sponsor-mail") {
    const done = await writeSponsorIssue(world, operator, of)
    return done.ok ? redirect(`/newsletters/${done.id}`) : refused(done.code, words, args.request)
  }
  if (form.get("do") !== "sponsor") return null
  const chosen = String(form.get("sponsor") ?? "").slice(0, 12)
  const sponsor = chosen === "" ? null : Number(chosen)
  const done = await setSponsorFromConsole(world, operator, { ...of, sponsor })
  return done.ok
    ? ({ ok: true, text: sponsor ? "The sponsor is set." : "It has no sponsor." } satisfies Answer)
    : refused(done.code, words, args.request)
}
