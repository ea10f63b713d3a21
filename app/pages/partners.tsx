import { artworkFor } from "#content/artwork/artwork.ts"
import { forms } from "#content/forms.ts"
import { partnerReplyHours, site } from "#content/site.ts"
import type { LivePage } from "#domain/shown.ts"
import { words } from "../context.ts"
import { pageMeta } from "../document/meta.ts"
import { answerForm, openForm } from "../forms/answer.ts"
import { clientAnswer, keepAfterSending } from "../forms/client-answer.ts"
import { EmbedFrame } from "../forms/embed-frame.tsx"
import { LeadForm } from "../forms/lead-form.tsx"
import { ButtonLink } from "../ui/button.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Picture } from "../ui/picture.tsx"
import { Section } from "../ui/section.tsx"
import { PrizeDrawing } from "../winning/prize-drawing.tsx"
import type { Route } from "./+types/partners"

export { keepAfterSending as shouldRevalidate }

export const handle: LivePage = { shows: ["publishing"] }

export const meta = () =>
  pageMeta({
    title: "Partners",
    description: `Work with ${site.name}: prizes, product tests and content with athletes whose training anyone can check.`,
  })

/** The picture of the page, and a newly opened form. */
export function loader({ context }: Route.LoaderArgs) {
  return {
    picture: artworkFor("pages", "partners"),
    open: openForm(context, forms.partner),
    partners: context.get(words).list("partners"),
  }
}

export function action({ request, context }: Route.ActionArgs) {
  return answerForm(request, context, ["partner"])
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return clientAnswer(serverAction)
}

const ways = [
  {
    title: "Put up a prize",
    text: "Every two weeks the top of the board wins. Your product goes to people who earned it, with their names and numbers next to yours.",
  },
  {
    title: "Have it tested",
    text: "Choose athletes by sport, mileage and climate. They use it until they know what they think, and they tell you first.",
  },
  {
    title: "Tell a story together",
    text: "Content from real sessions, planned around real races, with rights agreed in writing before anyone films.",
  },
]

export default function Partners({ loaderData: { picture, open, partners } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Back the people who show up"
        lead="Our athletes train four to six days a week and wear things out. That makes them hard to impress and worth impressing."
        tiles={(["shoe", "kit", "shirt", "bib"] as const).map((thing) => (
          <PrizeDrawing key={thing} thing={thing} className="bg-volt p-[12%] text-ink" />
        ))}
      >
        <ButtonLink to="#inquiry" document>
          Talk to us
        </ButtonLink>
        <ButtonLink to="/case-study" look="plain">
          Read a Case Study
        </ButtonLink>
      </PageHead>
      <Section>
        <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
          <Picture picture={picture} first />
          <div>
            <h2 className="display text-section">Three ways to start</h2>
            <ol className="mt-8 border-t-4 border-text">
              {ways.map((way, index) => (
                <li key={way.title} className="grid grid-cols-[3.5rem_1fr] border-b border-line py-6">
                  <span aria-hidden className="display figures text-card">
                    {index + 1}
                  </span>
                  <div>
                    <h3 className="display text-card">{way.title}</h3>
                    <p className="mt-2 text-muted">{way.text}</p>
                  </div>
                </li>
              ))}
            </ol>
          </div>
        </div>
      </Section>
      {partners.length > 0 && (
        <Section field="ink" title="Who backs us">
          <ul className="mt-10 grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
            {partners.map((partner) => (
              <li key={partner.slug} className="border-t-4 border-volt pt-5">
                {partner.picture && <Picture picture={partner.picture} className="mb-5 max-w-72 bg-paper" />}
                <h3 className="display text-card">{partner.name}</h3>
                <p className="mt-3 text-muted">{partner.text}</p>
                {partner.href && (
                  <a
                    href={partner.href}
                    target="_blank"
                    rel="noopener noreferrer"
                    className="mt-2 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
                  >
                    {new URL(partner.href).hostname.replace(/^www\./, "")}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <section id="inquiry" className="field-soft gutter py-section">
        <div className="grid gap-x-20 gap-y-10 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]">
          <div>
            <h2 className="display text-section">Tell us what you have in mind</h2>
            <p className="mt-4 max-w-[42ch] text-lead text-muted">
              A person will read it and reply within {partnerReplyHours} hours.
            </p>
          </div>
          {open.embed ? (
            <EmbedFrame embed={open.embed} title={open.form.name} />
          ) : (
            <LeadForm form={open.form} />
          )}
        </div>
      </section>
    </>
  )
}
