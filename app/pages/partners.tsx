import { artworkFor } from "#content/artwork/artwork.ts"
import { partnerReplyHours, site } from "#content/site.ts"
import { pageMeta } from "../meta.ts"
import { ButtonLink } from "../ui/button.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Picture } from "../ui/picture.tsx"
import { Section } from "../ui/section.tsx"
import type { Route } from "./+types/partners"

export const meta = () =>
  pageMeta({
    title: "Partners",
    description: `Work with ${site.name}: prizes, product tests and content with athletes whose training anyone can check.`,
  })

/** The picture of the page; read while it is written. */
export function loader() {
  return { picture: artworkFor("pages", "partners") }
}

const ways = [
  {
    title: "Put up a prize",
    text: "Every two weeks the top of the board wins. Your product goes to people who earned it, with their names and numbers beside yours.",
  },
  {
    title: "Have it tested",
    text: "Choose athletes by sport, mileage and climate. They use it until they know, and they tell you first.",
  },
  {
    title: "Tell a story together",
    text: "Content from real sessions, planned around real races, with rights agreed in writing before anyone films.",
  },
]

export default function Partners({ loaderData: { picture } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Back the people who show up"
        lead="Our athletes train four to six days a week and wear things out. That makes them hard to impress and worth impressing."
        figure={{ value: String(partnerReplyHours), label: "hours until you hear from us" }}
      >
        <ButtonLink to="/brand-application">Apply as a Brand</ButtonLink>
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
    </>
  )
}
