import { communityStats, site } from "#content/site.ts"
import { pageMeta } from "../meta.ts"
import { ButtonLink } from "../ui/button.tsx"
import { Figures } from "../ui/figures.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Section } from "../ui/section.tsx"

export const meta = () =>
  pageMeta({
    title: "Community",
    description: `Chat, sessions and a live board: how ${site.name} trains together between the start lines.`,
  })

export default function Community() {
  return (
    <>
      <PageHead
        title="The people you answer to at 5:40 AM"
        lead="A chat that never sleeps, four regular sessions and a board that shows who was out. Come as you are, at the pace you have."
      >
        <ButtonLink to="/creator-application">Join Community</ButtonLink>
        <ButtonLink to="/events" look="plain">
          See the Events
        </ButtonLink>
      </PageHead>
      <Section title="Built Together">
        <div className="mt-10">
          <Figures items={communityStats} />
        </div>
      </Section>
    </>
  )
}
