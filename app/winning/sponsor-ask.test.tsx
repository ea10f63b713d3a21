/** The question below a sponsor's name: what one press sends, that it is the consent, and that one press withdraws it. */
import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { afterAll, beforeAll, expect, test } from "vitest"
import { sponsorList } from "#content/lists.ts"
import { sponsorshipOf } from "#domain/competition/seasons/sponsorship.ts"
import { addSponsor, setSponsor } from "#domain/competition/sponsors/sponsors.ts"
import { preferenceConsent, sponsorMails } from "#domain/leads/preferences.ts"
import { addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { saveSponsorMail } from "../pages/account/settings/answer.ts"
import { OwnSponsors } from "../pages/account/settings/own-sponsors.tsx"
import { SponsorAsk } from "./sponsor-ask.tsx"

let t: TestWorld
const of = { season: "fortnightly-2026-11-09", race: null }
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  const made = await addSponsor(t.world, "Northline")
  await setSponsor(t.world, { ...of, sponsor: made.ok ? made.id : 0 })
})
afterAll(() => t.close())

function render(page: () => React.ReactNode): string {
  const Stub = createRoutesStub([{ path: "/", Component: page }])
  return renderToStaticMarkup(<Stub />)
}

/** The fields that the only form of a page sends. */
function fieldsOf(html: string): Record<string, string> {
  expect(html.match(/<form/g)).toHaveLength(1)
  expect(html).not.toMatch(/type="checkbox"|checked/)
  const inputs = html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)
  return Object.fromEntries([...inputs].map(([, name, value]) => [name, value]))
}

test("One press below a race is the consent to one email, in the words that stand there; another withdraws it", async () => {
  const { world } = t
  const email = "ada@example.com"
  await addAthlete(world, { email })
  const [user] = await world.db.sql<{ id: string }>`
    update auth.users set email_confirmed_at = now() where email = ${email} returning id`
  const sponsorship = await sponsorshipOf(world.db, of)
  if (!sponsorship) throw new Error("No sponsorship")
  const asked = render(() => <SponsorAsk sponsorship={sponsorship} race="the two-week race" />)
  expect(asked).toContain('action="/account/settings#sponsors"')
  expect(asked).toContain(sponsorList(sponsorship.id).text)
  const press = (html: string) =>
    saveSponsorMail(world, user?.id ?? "", fieldsOf(html), { ip: null, userAgent: null })
  expect(await press(asked)).toBeNull()
  const [proof] = await world.db.sql<{ text: string }>`select consent_text as text from consent_log`
  const list = sponsorList(sponsorship.id, { sponsor: "Northline", race: "Two-week race" })
  expect(proof?.text).toBe(preferenceConsent(list))

  const own = await sponsorMails(world, email)
  expect(own).toMatchObject([{ on: true }])
  expect(await press(render(() => <OwnSponsors mails={own} answered={undefined} />))).toBeNull()
  expect(await sponsorMails(world, email)).toMatchObject([{ on: false }])
})

test("Once its email was sent there is nothing to ask for", async () => {
  const sponsorship = await sponsorshipOf(t.world.db, of)
  if (!sponsorship) throw new Error("No sponsorship")
  const html = render(() => <SponsorAsk sponsorship={{ ...sponsorship, asks: false }} race="the race" />)
  expect(html).toContain("Northline")
  expect(html).not.toMatch(/<form|Sign in/)
})
