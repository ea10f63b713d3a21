import { ButtonLink } from "../../ui/button.tsx"

const steps = [
  {
    title: "Create an athlete profile",
    text: "Your name and your email. Two minutes, no fee.",
  },
  {
    title: "Join the activity-tracking group",
    text: "Your invite arrives after signup: one email that makes you a member. Then connect the tracker you already use.",
  },
  {
    title: "Climb the leaderboard",
    text: "Workouts sync automatically, and rankings use activity time, distance and consistency.",
    ways: true,
  },
  {
    title: "Win prizes every two weeks",
    text: "The top of the board wins prize bundles from our partners. Winners pay only shipping.",
  },
]

/** @param automatic titles of the services that members of this site can connect today */
export function HowItWorks({ automatic }: { automatic: readonly string[] }) {
  return (
    <section id="how-it-works" className="field-volt gutter py-section">
      <div className="flex flex-wrap items-end justify-between gap-6">
        <h2 className="display text-section">How It Works</h2>
        <ButtonLink to="/leaderboard" className="in-data-session:hidden">
          Get Started Today
        </ButtonLink>
      </div>
      <ol className="mt-10 border-t-4 border-ink">
        {steps.map((step, index) => (
          <li
            key={step.title}
            className="grid grid-cols-[clamp(3.5rem,13vw,13rem)_minmax(0,1fr)] items-baseline gap-x-4 border-b border-line py-6 sm:py-8 lg:grid-cols-[clamp(3.5rem,13vw,13rem)_minmax(0,6fr)_minmax(0,5fr)] lg:gap-x-10"
          >
            <span aria-hidden className="display figures row-span-2 text-figure lg:row-span-1">
              {index + 1}
            </span>
            <h3 className="display text-[clamp(1.375rem,1.1rem+1.3vw,2.25rem)] leading-[1.08]">
              {step.title}
            </h3>
            <p className="mt-2 max-w-[46ch] lg:mt-0">
              {step.text}
              {step.ways && <span className="mt-2 block text-small">{waysToday(automatic)}</span>}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The ways to bring training that are available here today. */
function waysToday(automatic: readonly string[]): string {
  if (automatic.length === 0)
    return "Right now: files from any watch or app, uploaded on your account page or shared from your phone."
  const names =
    automatic.length === 1 ? automatic[0] : `${automatic.slice(0, -1).join(", ")} and ${automatic.at(-1)}`
  return `Right now: automatically from ${names}. From any other watch or app, upload the files or share them from your phone.`
}
