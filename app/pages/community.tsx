import { Link } from "react-router"
import { artworkFor } from "#content/artwork/artwork.ts"
import { actionSections, connectCards } from "#content/community.ts"
import { site } from "#content/site.ts"
import type { LivePage } from "#domain/shown.ts"
import { words } from "../context.ts"
import { useFrame } from "../document/document.tsx"
import { pageMeta } from "../document/meta.ts"
import { SampleNote } from "../document/sample-note.tsx"
import { ButtonLink } from "../ui/button.tsx"
import { Figures } from "../ui/figures.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Picture } from "../ui/picture.tsx"
import { Section } from "../ui/section.tsx"
import { figuresOn } from "../words/figures.ts"
import { portraitOf } from "../words/pictures.ts"
import type { Route } from "./+types/community"

export const meta = () =>
  pageMeta({
    title: "Community",
    description: `Chat, sessions and a live board: how ${site.name} trains together between the start lines.`,
  })

export const handle: LivePage = { shows: ["publishing"] }

/** The pictures of the page, and what members say; read at build time, and again once an operator has changed words. */
export async function loader({ context }: Route.LoaderArgs) {
  const shown = context.get(words)
  const said = shown.list("testimonials")
  return {
    figures: await figuresOn(context, "/community"),
    samples: said.some(({ athleteId }) => !shown.isOwn("testimonials", athleteId)),
    picture: artworkFor("pages", "community"),
    testimonials: said.map((one) => ({ ...one, portrait: portraitOf(shown, one.athleteId) })),
  }
}

export default function Community({
  loaderData: { picture, figures, testimonials, samples },
}: Route.ComponentProps) {
  const { links } = useFrame()
  return (
    <>
      <PageHead
        title="The people who notice at 5:40 AM"
        lead="A chat that never sleeps, four regular sessions and a board that shows who got out the door. Come as you are, at whatever pace you have."
      >
        <ButtonLink to="/creator-application">Join Community</ButtonLink>
        <ButtonLink to="/events" look="plain">
          See the Events
        </ButtonLink>
      </PageHead>
      {figures.items.length > 0 && (
        <Section title="Built Together">
          <div className="mt-10">
            <Figures items={figures.items} />
            {figures.samples && <SampleNote of="figures" />}
          </div>
        </Section>
      )}
      <section className="field-ink gutter py-section">
        <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
          <div>
            <h2 className="display text-section">Where we talk</h2>
            <Picture picture={picture} className="mt-8" />
          </div>
          <ul className="self-end border-t border-line">
            {connectCards.map((card) => (
              <li key={card.title} className="border-b border-line py-7">
                <h3 className="display text-card">{card.title}</h3>
                <p className="mt-2 max-w-[48ch] text-muted">{card.text}</p>
                {"action" in card && (
                  <div className="mt-4">
                    <ButtonLink to={links[card.action.at]} look="plain">
                      {card.action.label}
                    </ButtonLink>
                  </div>
                )}
              </li>
            ))}
          </ul>
        </div>
      </section>
      <Section title="Three ways to start this week">
        <ol className="mt-10 border-t-4 border-text">
          {actionSections.map((part, index) => (
            <li
              key={part.title}
              className="grid items-start gap-x-10 gap-y-4 border-b border-line py-8 lg:grid-cols-[6rem_minmax(0,5fr)_minmax(0,6fr)_13rem]"
            >
              <p aria-hidden className="display figures text-section">
                {index + 1}
              </p>
              <h3 className="display text-[clamp(1.375rem,1.1rem+1.3vw,2rem)] leading-[1.1]">{part.title}</h3>
              <p className="max-w-[54ch] text-muted">{part.text}</p>
              <ButtonLink to={part.action.href} className="justify-self-start lg:justify-self-end">
                {part.action.label}
              </ButtonLink>
            </li>
          ))}
        </ol>
      </Section>
      {testimonials.length > 0 && (
        <section className="field-volt gutter py-section">
          <h2 className="display text-section">In their words</h2>
          <ul className="mt-10 grid gap-x-10 gap-y-12 lg:grid-cols-3">
            {testimonials.map((one) => (
              <li key={one.athleteId} className="flex flex-col border-t-4 border-ink pt-6">
                <blockquote className="display text-card leading-[1.3]">“{one.quote}”</blockquote>
                <div className="mt-auto flex items-center gap-4 pt-6">
                  {one.portrait && <Picture picture={one.portrait} decorative className="max-w-16" />}
                  <p className="text-small">
                    {one.portrait ? (
                      <Link
                        to={`/athletes/${one.athleteId}`}
                        className="font-bold underline underline-offset-4"
                      >
                        {one.name}
                      </Link>
                    ) : (
                      <strong>{one.name}</strong>
                    )}
                    <br />
                    {one.detail}
                  </p>
                </div>
              </li>
            ))}
          </ul>
          {samples && <SampleNote of="people" />}
        </section>
      )}
    </>
  )
}
