import { artworkFor } from "#content/artwork/artwork.ts"
import { caseStudy } from "#content/case-study.ts"
import { brandTiers } from "#content/catalog.ts"
import { brandPitch } from "#content/pitches.ts"
import { partnerReplyHours } from "#content/site.ts"
import { healthInWords, seasonHealth } from "#domain/competition/seasons/season-health.ts"
import type { LivePage } from "#domain/shown.ts"
import { dayInWords } from "#domain/site-clock.ts"
import { world } from "../../context.ts"
import { pageMeta } from "../../document/meta.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { Figures } from "../../ui/figures.tsx"
import { Picture } from "../../ui/picture.tsx"
import { Section } from "../../ui/section.tsx"
import type { Route } from "./+types/for-brands"
import { TierCard } from "./tier-card.tsx"

export const meta = () =>
  pageMeta({
    title: "For Brands",
    description:
      "Meet athletes for free, plan a month of posts from $49, or start a product activation from $799.",
  })

export const handle: LivePage = { shows: ["boards", "seasons"] }

/** The picture of the page, and what the database says about the community on this day. */
export async function loader({ context }: Route.LoaderArgs) {
  const current = context.get(world)
  return {
    picture: artworkFor("pages", "for-brands"),
    counted: healthInWords(await seasonHealth(current)),
    on: dayInWords(current.now()),
  }
}

/** The case for working with athletes whose training is public, then three steps with their tiers. */
export default function ForBrands({ loaderData: { picture, counted, on } }: Route.ComponentProps) {
  return (
    <>
      <header className="field-ink gutter grid items-center gap-x-16 gap-y-10 py-[clamp(3rem,6vw,6rem)] lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <div>
          <p className="label text-volt">{brandPitch.kicker}</p>
          <h1 className="display mt-4 text-title">{brandPitch.title}</h1>
          <p className="mt-6 max-w-[54ch] text-lead text-muted">{brandPitch.lead}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="#tiers" document look="volt">
              See the Tiers
            </ButtonLink>
            <ButtonLink to="/case-study" look="plain">
              Read the Case Study
            </ButtonLink>
          </div>
        </div>
        <Picture picture={picture} first />
      </header>
      {counted.length > 0 && (
        <Section title="Who is here, counted">
          <p className="mt-3 max-w-[60ch] text-muted">
            {`Counted from our database on ${on}, without sample athletes. Nobody is asked or estimated.`}
          </p>
          <div className="mt-8">
            <Figures items={counted} />
          </div>
        </Section>
      )}
      <Section title="Why athletes who are not famous">
        <ul className="mt-10 grid gap-x-12 gap-y-8 md:grid-cols-3">
          {brandPitch.reasons.map((reason) => (
            <li key={reason.title} className="border-t-4 border-text pt-5">
              <h3 className="display text-card">{reason.title}</h3>
              <p className="mt-3 max-w-[44ch] text-muted">{reason.text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Proof />
      <div id="tiers" className="scroll-mt-nav">
        {Object.entries(brandPitch.steps).map(([step, text]) => (
          <section
            key={step}
            aria-labelledby={step}
            className="gutter grid gap-x-12 gap-y-8 border-b border-line py-[clamp(2.5rem,5vw,5rem)] lg:grid-cols-[minmax(0,3fr)_minmax(0,8fr)]"
          >
            <div>
              <h2 id={step} className="display text-section">
                {step}
              </h2>
              <p className="mt-3 max-w-[36ch] text-muted">{text}</p>
            </div>
            <ul className="grid gap-6 md:grid-cols-2">
              {brandTiers
                .filter((tier) => tier.step === step)
                .map((tier) => (
                  <TierCard
                    key={tier.name}
                    tier={tier}
                    {...(tier.name === brandPitch.recommended.name
                      ? { why: brandPitch.recommended.why }
                      : {})}
                  />
                ))}
            </ul>
          </section>
        ))}
      </div>
      <Section
        field="soft"
        title="None of these, or not sure?"
        lead={`Say what you have in mind. A person answers within ${partnerReplyHours} hours.`}
      >
        <div className="mt-7">
          <ButtonLink to="/partners">Talk to Us</ButtonLink>
        </div>
      </Section>
    </>
  )
}

/** One partner's results, in numbers and its owner's words. */
function Proof() {
  return (
    <Section field="soft" title={`What ${caseStudy.partner} got`}>
      <p className="mt-3 text-muted">A sample partner, with sample figures.</p>
      <div className="mt-8">
        <Figures items={caseStudy.figures} />
      </div>
      <figure className="mt-10 grid items-end gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,3fr)]">
        <blockquote className="display text-card">“{caseStudy.quote.text}”</blockquote>
        <figcaption className="text-small">
          <strong>{caseStudy.quote.name}</strong>
          <br />
          {caseStudy.quote.detail}
        </figcaption>
      </figure>
    </Section>
  )
}
