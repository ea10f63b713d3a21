import { artworkFor } from "#content/artwork/artwork.ts"
import { site } from "#content/site.ts"
import { pageMeta } from "../document/meta.ts"
import { ButtonLink } from "../ui/button.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Picture } from "../ui/picture.tsx"
import { Section } from "../ui/section.tsx"
import type { Route } from "./+types/about"

export const meta = () =>
  pageMeta({
    title: "About",
    description: `What ${site.name} stands for: everyday athletes who show up, a board that counts it, and brands that back it.`,
  })

/** The picture of the page; read at build time. */
export function loader() {
  return { picture: artworkFor("pages", "about") }
}

const values = [
  {
    title: "Show up",
    text: "Consistency beats talent on our board, on purpose. A short session on a bad day is worth more than a perfect one that never happened.",
  },
  {
    title: "Keep it honest",
    text: "Activities are public, the rules are in writing and every point can be explained. If we make a mistake, we recount.",
  },
  {
    title: "Bring people along",
    text: "Nobody gets left at the back. We make introductions, answer questions, lend gear and cheer, and we expect the same from everyone who joins.",
  },
]

const work = [
  {
    title: "For Athletes",
    items: [
      "A live leaderboard of time, distance and consistency",
      "Prize bundles for top performers every two weeks",
      "Weekly sessions for every pace",
      "Introductions to brands that fit",
      "Help telling your story",
    ],
    to: "/for-creators",
    label: "For Creators",
  },
  {
    title: "For Brands",
    items: [
      "Athletes whose training anyone can check",
      "Your product in the hands of people who will wear it out",
      "Honest feedback, and content with rights agreed in writing",
      "Prizes for people who earned them",
      "One person to call",
    ],
    to: "/for-brands",
    label: "For Brands",
  },
]

export default function About({ loaderData: { picture } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="We keep score of showing up."
        lead={`${site.name} began in ${site.foundedOn.slice(0, 4)} as a group chat of endurance athletes in ${site.region}.`}
      />
      <section className="gutter grid items-center gap-x-16 gap-y-10 py-section lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <Picture picture={picture} first />
        <div>
          <h2 className="display text-section">Our mission</h2>
          <p className="mt-5 text-lead">
            To reward everyday athletes for the work nobody claps for, and to connect them with health and
            wellness brands that mean it.
          </p>
          <p className="mt-4 text-muted">
            Most people who train will never stand on a podium. They get up early, fit it in between a job and
            a bedtime story, and do it again. We built a board where that counts.
          </p>
        </div>
      </section>
      <Section field="ink" title="What we stand by">
        <ul className="mt-10 grid gap-x-10 gap-y-10 md:grid-cols-3">
          {values.map((value) => (
            <li key={value.title} className="border-t-4 border-volt pt-5">
              <h3 className="display text-card">{value.title}</h3>
              <p className="mt-3 text-muted">{value.text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="What We Do">
        <div className="mt-10 grid gap-x-16 gap-y-14 md:grid-cols-2">
          {work.map((part) => (
            <div key={part.title}>
              <h3 className="display border-b-4 border-text pb-3 text-card">{part.title}</h3>
              <ul>
                {part.items.map((item) => (
                  <li key={item} className="border-b border-line py-3.5">
                    {item}
                  </li>
                ))}
              </ul>
              <div className="mt-6">
                <ButtonLink to={part.to}>{part.label}</ButtonLink>
              </div>
            </div>
          ))}
        </div>
      </Section>
    </>
  )
}
