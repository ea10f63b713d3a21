import { site } from "#content/site.ts"
import { pageMeta } from "../../meta.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { PageHead } from "../../ui/page-head.tsx"
import { Section } from "../../ui/section.tsx"
import { Rules } from "./rules.tsx"

export const meta = () =>
  pageMeta({
    title: "Leaderboard",
    description:
      "The monthly competition: time, distance and consistency on one live board. How to join, the rules, the standings.",
  })

const steps = [
  { title: "Create an account", text: "Your name on the board and the e-mail that winners are told by." },
  { title: "Join the activity club", text: "Membership is free and is how your activities find the board." },
  { title: "Keep activities public", text: "What nobody can see, nobody can count." },
  { title: "Train", text: "Points appear when the activity syncs. There is nothing else to press." },
]

export default function Leaderboard() {
  return (
    <>
      <PageHead
        title="The monthly competition"
        lead="The last 10 days of club activity, counted by time, distance and consistency. Updated as activities arrive."
        figure={{ value: "10", label: "days on the board" }}
      >
        <ButtonLink to="/auth">Join the Competition</ButtonLink>
        <ButtonLink to={site.links.club} look="plain">
          Join the Activity Club
        </ButtonLink>
      </PageHead>
      <Section title="How to join">
        <ol className="mt-10 grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
          {steps.map((step, index) => (
            <li key={step.title} className="border-t-4 border-text pt-4">
              <p aria-hidden className="display figures text-section">
                {index + 1}
              </p>
              <h3 className="display mt-2 text-card">{step.title}</h3>
              <p className="mt-2 text-muted">{step.text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Rules />
    </>
  )
}
