import { lazy, Suspense, useEffect, useRef, useState } from "react"
import { grouped, ordinal } from "#content/amounts.ts"
import { useRead } from "../../live/use-read.ts"
import { ButtonLink, buttonClass } from "../../ui/button.tsx"
import { GapLine } from "../../winning/gap-line.tsx"
import { BoardRow, type RowSurroundings } from "./board-row.tsx"
import { type MyPlaceAnswer, readBoard } from "./read-board.ts"
import { threeAround } from "./three-around.ts"

const AskForPhoto = lazy(() => import("../../people/photo/ask-for-photo.tsx"))

/** The signed-in athlete's own place; null until it is loaded. */
export function useMyPlace(board: string, token: string | null, state: string) {
  const key = token && `${board} ${token}`
  return useRead(key, (signal) => readBoard<MyPlaceAnswer>(`${board}/mine`, token, signal), { state }).value
}

/** The member's row with its neighbors, above the board. */
export function MyPlace(props: {
  place: NonNullable<ReturnType<typeof useMyPlace>>
  around: RowSurroundings
  /** Whether the list below contains this row. */
  listed: boolean
}) {
  const { joined, place } = props.place
  const heading = useRef<HTMLHeadingElement>(null)
  // The question takes the place of the neighbors, so that it moves nothing below.
  const [asking, setAsking] = useState(false)
  // The rows are loaded after the page, so the browser found no anchor to jump to.
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
    <section aria-labelledby="my-place">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <h3 ref={heading} id="my-place" tabIndex={-1} className="display figures text-card outline-none">
            You are {ordinal(place.rank)} of {grouped(place.total)}
          </h3>
          <GapLine gap={props.place.gap} />
        </div>
        {props.listed && (
          <a href="#my-row" className={buttonClass("quiet", "shrink-0")}>
            Jump to me
          </a>
        )}
      </div>
      <Suspense>
        <AskForPhoto onAsking={setAsking} />
      </Suspense>
      <ol className="mt-3 border-t-4 border-text">
        {(asking ? place.around.filter(({ mine }) => mine) : threeAround(place.around)).map((row) => (
          <BoardRow key={row.key} row={row} mine={row.mine} {...props.around} />
        ))}
      </ol>
    </section>
  )
}

function Aside({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="flex min-h-[inherit] flex-col items-start justify-center gap-4 border-l-8 border-volt bg-raised p-5">
      <div>
        <h3 className="display text-card">{title}</h3>
      </div>
      {children}
    </section>
  )
}
