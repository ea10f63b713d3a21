import { Link } from "react-router"
import { creatorTiers } from "#content/catalog.ts"
import { creatorPitch } from "#content/pitches.ts"
import type { Picture as PictureFacts, Testimonial } from "#content/schema.ts"
import type { LivePage } from "#domain/shown.ts"
import { words } from "../../context.ts"
import { pageMeta } from "../../document/meta.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { Picture } from "../../ui/picture.tsx"
import { Section } from "../../ui/section.tsx"
import { athletePictures, portraitOf } from "../../words/pictures.ts"
import type { Route } from "./+types/for-creators"
import { Price } from "./price.tsx"
import { TierAction } from "./tier-action.tsx"
import { TierCard } from "./tier-card.tsx"

export const meta = () =>
  pageMeta({
    title: "For Creators",
    description:
      "Join the community for free, learn to tell your training, and grow with a group, a kit or a coach.",
  })

const { proof, recommended } = creatorPitch

export const handle: LivePage = { shows: ["publishing"] }

/** Three athletes for the top of the page, and the one whose page is the example. */
export function loader({ context }: Route.LoaderArgs) {
  const shown = context.get(words)
  const others = shown.list("athletes").filter(({ id, listed }) => listed && id !== proof.athleteId)
  return {
    faces: others.slice(0, 3).map((athlete) => {
      const { id, name, sport } = athlete
      return { id, name, sport, picture: athletePictures(athlete)[0] }
    }),
    portrait: portraitOf(shown, proof.athleteId),
    said: shown.find("testimonials", proof.athleteId) ?? null,
  }
}

const free = creatorTiers.filter((tier) => tier.priceText === "Free")
const paid = creatorTiers.filter((tier) => tier.priceText !== "Free")

/** People first, then the free offers, then a quote from one of them, then the paid offers. */
export default function ForCreators({ loaderData: { faces, portrait, said } }: Route.ComponentProps) {
  return (
    <>
      <header className="field-volt gutter grid items-center gap-x-16 gap-y-10 py-[clamp(3rem,6vw,6rem)] lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <div>
          <p className="label">{creatorPitch.kicker}</p>
          <h1 className="display mt-4 text-title">{creatorPitch.title}</h1>
          <p className="mt-6 max-w-[54ch] text-lead">{creatorPitch.lead}</p>
        </div>
        <ul className="grid grid-cols-3 gap-3">
          {faces.map((face) => (
            <li key={face.id}>
              <Link to={`/athletes/${face.id}`} prefetch="intent" className="group block">
                <Picture picture={face.picture} decorative first />
                <span className="mt-2 block text-small font-semibold underline-offset-4 group-hover:underline">
                  {face.name}
                </span>
                <span className="block text-label">{face.sport}</span>
              </Link>
            </li>
          ))}
        </ul>
      </header>
      <Section title="Free, and meant to stay that way">
        <ul className="mt-10 grid gap-6 lg:grid-cols-3">
          {free.map((tier) => (
            <TierCard
              key={tier.name}
              tier={tier}
              {...(tier.name === recommended.name ? { why: recommended.why } : {})}
            />
          ))}
        </ul>
      </Section>
      {portrait && said && <Proof portrait={portrait} said={said} />}
      <Section title="When you want to earn from it">
        <ul className="mt-8">
          {paid.map((tier) => (
            <li
              key={tier.name}
              className="grid gap-x-12 gap-y-6 border-t border-line py-9 last:border-b md:grid-cols-[minmax(0,1fr)_17rem] lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_18rem]"
            >
              <div>
                <p className="label text-muted">{tier.step}</p>
                <h3 className="display mt-1 text-card">{tier.name}</h3>
                <p className="mt-3 max-w-[44ch]">{tier.summary}</p>
              </div>
              <ul className="text-small md:max-lg:col-start-1">
                {tier.points.map((point) => (
                  <li key={point} className="border-b border-line py-2.5 first:pt-0 last:border-b-0">
                    {point}
                  </li>
                ))}
              </ul>
              <div className="md:max-lg:col-start-2 md:max-lg:row-span-2 md:max-lg:row-start-1">
                <Price text={tier.priceText} />
                <div className="mt-4">
                  <TierAction action={tier.action} look="plain" />
                </div>
              </div>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

function Proof({ portrait, said }: { portrait: PictureFacts; said: Testimonial }) {
  return (
    <section className="field-ink gutter grid items-center gap-x-16 gap-y-10 py-section md:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]">
      <Picture picture={portrait} className="max-md:max-w-56" />
      <div>
        <h2 className="label text-volt">{proof.title}</h2>
        <figure>
          <blockquote className="display mt-5 text-section">“{said.quote}”</blockquote>
          <figcaption className="mt-5">
            <strong>{said.name}</strong>, {said.detail} (sample)
          </figcaption>
        </figure>
        <p className="mt-6 max-w-[56ch] text-lead text-muted">{proof.text}</p>
        <div className="mt-6">
          <ButtonLink to={`/athletes/${proof.athleteId}`} look="plain">
            See the Page
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
