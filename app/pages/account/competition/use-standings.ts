import { boards as known } from "#content/competitions.ts"
import { entryOf, isRunning } from "#content/running.ts"
import { useRows } from "../use-rows.ts"

interface BoardRow {
  id: number
  slug: string
  from_on: string
  to_on: string | null
  seasons: { series: string; opens_at: string; closes_at: string } | null
}

interface StandingRow {
  board_id: number
  points: number
  active_days: number
}

/** An open board and the member's rank on it. */
export interface OwnStanding {
  slug: string
  name: string
  from: string
  to: string | null
  /** 0: not on the board. */
  points: number
  activeDays: number
}

/** Every open board in the order of content/competitions.ts. */
export function useStandings() {
  const open = useRows<BoardRow[]>(["boards"], (client) =>
    client
      .from("boards")
      .select("id,slug,from_on,to_on,seasons(series,opens_at,closes_at)")
      .is("closed_at", null)
      .overrideTypes<BoardRow[], { merge: false }>(),
  )
  const own = useRows<StandingRow[]>(["standings"], (client) =>
    client.from("standings").select("board_id,points,active_days"),
  )
  const points = new Map(own.data?.value.map((row) => [row.board_id, row]))
  const now = Date.now()
  const standings = known.flatMap(({ slug, name }): OwnStanding[] => {
    const board = open.data?.value.find((one) => {
      const { seasons } = one
      if (entryOf({ slug: one.slug, series: seasons?.series ?? null })?.slug !== slug) return false
      return (
        !seasons ||
        isRunning({ opensAt: Date.parse(seasons.opens_at), closesAt: Date.parse(seasons.closes_at) }, now)
      )
    })
    if (!board) return []
    const mine = points.get(board.id)
    const { from_on: from, to_on: to } = board
    return [{ slug, name, from, to, points: mine?.points ?? 0, activeDays: mine?.active_days ?? 0 }]
  })
  return {
    standings: open.data && own.data ? standings : null,
    failed: open.error !== null || own.error !== null,
    retry: () => void Promise.all([open.refetch(), own.refetch()]),
  }
}
