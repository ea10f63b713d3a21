import type { ComponentProps } from "react"
import { SampleNote } from "../../document/sample-note.tsx"
import { ButtonLink } from "../../ui/button.tsx"
import { Figures } from "../../ui/figures.tsx"

/** The second hero: the community's results in numbers. */
export function CommunityHero({
  items,
  samples,
}: {
  items: ComponentProps<typeof Figures>["items"]
  samples: boolean
}) {
  return (
    <section className="gutter py-section">
      <div className="mb-10 flex flex-wrap items-end justify-between gap-6">
        <h2 className="display max-w-[18ch] text-section">
          Nobody here trains for a living. Look how it adds up.
        </h2>
        <ButtonLink to="/community" look="plain">
          Meet the Community
        </ButtonLink>
      </div>
      {items.length > 0 && <Figures items={items} />}
      {samples && <SampleNote of="figures" />}
    </section>
  )
}
