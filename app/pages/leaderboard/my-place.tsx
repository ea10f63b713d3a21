import { useQuery } from "@tanstack/react-query"
import { lazy, Suspense, useEffect, useRef } from "react"
import { countOf, grouped, ordinal } from "#content/amounts.ts"
import type { StandingRow } from "../../live/board-view.ts"
import { ButtonLink, buttonClass } from "../../ui/button.tsx"
import { behind } from "../../winning/behind.ts"
import { BoardRow, type RowSurroundings } from "./board-row.tsx"
import { type MyPlaceAnswer, readBoard } from "./read-board.ts"

const AskForPhoto = lazy(() => import("../../people/photo/ask-for-photo.tsx"))

/** The signed-in athlete's own place; null until it is loaded. */
export function useMyPlace(board: string, token: string | null, state: string) {
  const { data, refetch } = useQuery({
    queryKey: ["my-place", board, token],
    enabled: token !== null,
    queryFn: ({ signal }) => readBoard<MyPlaceAnswer>(`${board}/mine`, token, signal),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: reload when the board changes
  useEffect(() => {
    if (token === null) return
    const timer = setTimeout(() => void refetch(), 1_000)
    return () => clearTimeout(timer)
  }, [state, token, refetch])
  return token === null ? null : (data ?? null)
}

/** The member's row with its neighbors, above the board. */
export function MyPlace(props: {
  place: NonNullable<ReturnType<typeof useMyPlace>>
  around: RowSurroundings
  /** The list below has this row. */
  listed: boolean
}) {
  const { joined, place } = props.place
  const heading = useRef<HTMLHeadingElement>(null)
  // The rows come after the page, so the browser found nothing to jump to.
  useEffect(() => {
    if (location.hash !== "#my-place" || !heading.current) return
    heading.current.focus({ preventScroll: true })
    heading.current.scrollIntoView({ block: "center" })
  }, [])
  if (!joined)
    return (
      <Aside title="You are not in the competition yet">
        <p className="text-muted">Join, and your next activity that counts puts you on the board.</p>
        <ButtonLink to="/join">Join the Competition</ButtonLink>
      </Aside>
    )
  if (!place)
    return (
      <Aside title="You have no points on this board yet">
        <p className="text-muted">Your first activity that counts puts you on it.</p>
        <ButtonLink to="/account" look="plain">
          Import an activity
        </ButtonLink>
      </Aside>
    )
  return (
    <section aria-labelledby="my-place" className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h3 ref={heading} id="my-place" tabIndex={-1} className="display figures text-card outline-none">
            You are {ordinal(place.rank)} of {grouped(place.total)}
          </h3>
          <p className="figures mt-1 font-semibold">{rivalOf(place.around)}</p>
        </div>
        {props.listed && (
          <a href="#my-row" className={buttonClass("quiet")}>
            Jump to me
          </a>
        )}
      </div>
      <Suspense>
        <AskForPhoto />
      </Suspense>
      <ol className="mt-3 border-t-4 border-text">
        {place.around.map((row) => (
          <BoardRow key={row.key} row={row} mine={row.mine} {...props.around} />
        ))}
      </ol>
    </section>
  )
}

/** The next one to catch, or for the first the one to keep away; nothing where their points are not shown. */
function rivalOf(around: readonly StandingRow[]): string | null {
  const at = around.findIndex(({ mine }) => mine)
  const [ahead, own, next] = [around[at - 1], around[at], around[at + 1]]
  if (own?.points == null) return null
  if (ahead) return ahead.points === null ? null : sentence(behind(ahead.points - own.points, ahead.name))
  if (next?.points == null) return null
  const lead = own.points - next.points
  return lead === 0
    ? sentence(behind(0, next.name))
    : `${countOf(lead, "point")} ahead of ${next.name ?? "an athlete"}`
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function Aside({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="mt-8 flex flex-wrap items-center justify-between gap-4 border-l-8 border-volt bg-raised p-5">
      <div>
        <h3 className="display text-card">{title}</h3>
      </div>
      {children}
    </section>
  )
}
