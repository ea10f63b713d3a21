import { useQuery } from "@tanstack/react-query"
import { type MomentKind, momentNames } from "#content/moments.ts"
import { ShareCard } from "../../../cards/share-card.tsx"
import { Part } from "../part.tsx"
import type { OwnAthlete } from "../use-athlete.ts"

/**
 * Moments that the member may want to share now, latest first; nothing for members who are not visible to everybody.
 */
export function Moments({ athlete }: { athlete: OwnAthlete }) {
  const { data } = useQuery({
    queryKey: ["moments", athlete.slug, athlete.visibility],
    enabled: athlete.visibility === "public",
    queryFn: async ({ signal }) => {
      const answer = await fetch(`/cards/athletes/${athlete.slug}.json`, { signal })
      return answer.ok ? ((await answer.json()) as { moments: MomentKind[] }).moments : []
    },
  })
  const [moment] = data ?? []
  if (!moment) return null
  return (
    <Part
      id="moments"
      title={momentNames[moment]}
      text="A picture for your friends. It shows what everybody can see on the boards, and nobody else’s name."
    >
      <ShareCard
        card={`/cards/athletes/${athlete.slug}/${moment}`}
        alt={`Card: ${momentNames[moment]}`}
        name={moment}
      />
    </Part>
  )
}
