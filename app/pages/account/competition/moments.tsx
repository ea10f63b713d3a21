import { type MomentKind, momentNames } from "#content/moments.ts"
import { ShareCard } from "../../../cards/share-card.tsx"
import { Part } from "../part.tsx"

/** What the member may want to share now; nothing if there is no such moment. */
export function Moments({ slug, moment }: { slug: string; moment: MomentKind | null }) {
  if (!moment) return null
  return (
    <Part
      id="moments"
      title={momentNames[moment]}
      text="A picture for your friends. It shows what everybody can see on the boards, and nobody else’s name."
    >
      <ShareCard
        card={`/cards/athletes/${slug}/${moment}`}
        alt={`Card: ${momentNames[moment]}`}
        name={moment}
      />
    </Part>
  )
}
