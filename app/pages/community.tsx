import { Link } from "react-router"
import { artworkFor } from "#content/artwork/artwork.ts"
import { actionSections, connectCards, testimonials } from "#content/community.ts"
import { communityStats, site } from "#content/site.ts"
import { pageMeta } from "../document/meta.ts"
import { SampleNote } from "../document/sample-note.tsx"
import { ButtonLink } from "../ui/button.tsx"
import { Figures } from "../ui/figures.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Picture } from "../ui/picture.tsx"
import { Section } from "../ui/section.tsx"
import type { Route } from "./+types/community"

export const meta = () =>
  pageMeta({
    title: "Community",
    description: `Chat, sessions and a live board: how ${site.name} trains together between the start lines.`,
  })

/** The pictures of the page; read at build time. */
export function loader() {
  return {
    picture: artworkFor("pages", "community"),
    portraits: testimonials.map((one) => artworkFor("athletes", one.athleteId)),
  }
}

export default function Community({ loaderData: { picture, portraits } }: Route.ComponentProps) {
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
      <Section title="Built Together">
        <div className="mt-10">
          <Figures items={communityStats} />
          <SampleNote of="figures" />
        </div>
      </Section>
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
                    <ButtonLink to={card.action.href} look="plain">
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
      <section className="field-volt gutter py-section">
        <h2 className="display text-section">In their words</h2>
        <ul className="mt-10 grid gap-x-10 gap-y-12 lg:grid-cols-3">
          {testimonials.map((one, index) => (
            <li key={one.name} className="flex flex-col border-t-4 border-ink pt-6">
              <blockquote className="display text-card leading-[1.3]">“{one.quote}”</blockquote>
              <div className="mt-auto flex items-center gap-4 pt-6">
                {portraits[index] && <Picture picture={portraits[index]} decorative className="max-w-16" />}
                <p className="text-small">
                  <Link to={`/athletes/${one.athleteId}`} className="font-bold underline underline-offset-4">
                    {one.name}
                  </Link>
                  <br />
                  {one.detail}
                </p>
              </div>
            </li>
          ))}
        </ul>
        <SampleNote of="people" />
      </section>
    </>
  )
}
