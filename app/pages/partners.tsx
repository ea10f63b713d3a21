import { partnerReplyHours, site } from "#content/site.ts"
import { pageMeta } from "../meta.ts"
import { ButtonLink } from "../ui/button.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Section } from "../ui/section.tsx"

export const meta = () =>
  pageMeta({
    title: "Partners",
    description: `Work with ${site.name}: prizes, product tests and content with athletes whose training anyone can check.`,
  })

export default function Partners() {
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
      <Section title="Three ways to start">
        <ol className="mt-10 grid gap-10 md:grid-cols-3">
          <li className="border-t-4 border-text pt-5">
            <h3 className="display text-card">Put up a prize</h3>
            <p className="mt-3 text-muted">
              Every two weeks the top of the board wins. Your product goes to people who earned it, with their
              names and numbers beside yours.
            </p>
          </li>
          <li className="border-t-4 border-text pt-5">
            <h3 className="display text-card">Have it tested</h3>
            <p className="mt-3 text-muted">
              Choose athletes by sport, mileage and climate. They use it until they know, and they tell you
              first.
            </p>
          </li>
          <li className="border-t-4 border-text pt-5">
            <h3 className="display text-card">Tell a story together</h3>
            <p className="mt-3 text-muted">
              Content from real sessions, planned around real races, with rights agreed in writing before
              anyone films.
            </p>
          </li>
        </ol>
      </Section>
    </>
  )
}
