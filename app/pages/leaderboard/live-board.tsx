import { useRef, useState } from "react"
import { Link } from "react-router"
import { grouped } from "#content/amounts.ts"
import { companyOf } from "#content/pace.ts"
import type { BoardView, StandingRow } from "../../live/board-view.ts"
import type { LiveStatus, Viewers } from "../../live/use-live-boards.ts"
import { ButtonLink, buttonClass } from "../../ui/button.tsx"
import { Pace } from "../../winning/pace.tsx"
import { BoardRow, type RowSurroundings } from "./board-row.tsx"
import { FindAthlete, useFound } from "./find-athlete.tsx"
import { MyPlace, useMyPlace } from "./my-place.tsx"
import { Spoken } from "./spoken.tsx"
import { Updated } from "./updated.tsx"
import { useFurtherRows } from "./use-further-rows.ts"
import { useMovingRows } from "./use-moving-rows.ts"

interface LiveBoardProps {
  slug: string
  /** The page that shows it: "/leaderboard". */
  path: string
  view: BoardView
  status: LiveStatus
  /** Null until it is known. */
  viewers: Viewers | null
  /** Cursor of the page after `view`; null when there is none. */
  next: string | null
  days: readonly string[]
  today: string
  token: string | null
  /** The name in the URL's search, for visitors without JavaScript. */
  searched: string
  /** The page in the URL does not start at the top of the board. */
  further: boolean
  known: RowSurroundings["known"]
}

/**
 * A full board: the member's own place, a search, the rows with the reasons for their points, and more rows on demand.
 */
export function LiveBoard(props: LiveBoardProps) {
  const { slug, view, token, days, today } = props
  const [name, setName] = useState(props.searched)
  const found = useFound(slug, name, token, props.searched === name && name ? view.rows : null)
  const more = useFurtherRows(slug, token, view, props.next)
  const place = useMyPlace(slug, token, view.state)
  const list = useRef<HTMLOListElement>(null)
  const rows = name ? (found.rows ?? []) : [...view.rows, ...more.rows]
  useMovingRows(list, name ? null : view.rows)

  const hasYesterday = view.rows.some(({ move }) => move !== null)
  const around: RowSurroundings = { board: slug, days, today, hasYesterday, token, known: props.known }
  const myKey = place?.place?.around.find((row) => row.mine)?.key ?? null
  if (view.total === 0) return <NobodyYet {...props} />
  return (
    <>
      {/* Reserves the height before it is loaded. */}
      <div className="mt-5 hidden min-h-[21.5rem] in-data-session:block lg:min-h-[18rem]">
        {place && <MyPlace place={place} around={around} listed={rows.some(({ key }) => key === myKey)} />}
      </div>
      <div className="mt-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <p className="figures text-lead">
            {grouped(view.total)} {view.total === 1 ? "athlete" : "athletes"} with points
          </p>
          <Updated at={view.updatedAt} status={props.status} viewers={props.viewers} />
        </div>
        {(view.total >= companyOf || name !== "") && (
          <FindAthlete path={props.path} name={name} onName={setName} busy={found.busy} />
        )}
      </div>
      <Spoken rows={view.rows} />
      <BoardHead />
      <ol ref={list} className="border-t border-line max-lg:mt-6">
        {rows.map((row, index) => (
          <Anchor
            key={row.key}
            row={row}
            mine={row.key === myKey}
            behind={name ? null : pointsBetween(rows[index - 1], row)}
            around={around}
          />
        ))}
      </ol>
      {!name && !props.further && (
        <Pace
          total={view.total}
          samples={view.rows.some(({ sample }) => sample)}
          days={days}
          today={props.today}
        />
      )}
      {name && found.rows?.length === 0 && (
        <div className="py-10">
          <p className="display text-card">Nobody on this board has that name</p>
          <p className="mt-2 text-muted">You cannot search for athletes who hide their names.</p>
          <Link
            to={`${props.path}#board`}
            preventScrollReset
            onClick={() => setName("")}
            className={buttonClass("quiet", "mt-4")}
          >
            Show the whole board
          </Link>
        </div>
      )}
      {found.failed && <p className="py-6 text-danger">The search did not work. Try again in a moment.</p>}
      {!name && (
        <div className="mt-8 flex flex-wrap gap-3">
          {more.next && (
            <Link
              to={`?after=${more.next}#board`}
              preventScrollReset
              aria-disabled={more.busy}
              onClick={(event) => {
                event.preventDefault()
                if (!more.busy) more.load()
              }}
              className={buttonClass("plain")}
            >
              {more.busy ? "Loading …" : "Show more athletes"}
            </Link>
          )}
          {props.further && (
            <ButtonLink to={props.path} look="quiet">
              Back to the top of the board
            </ButtonLink>
          )}
          {more.failed && (
            <p className="self-center text-danger">We could not load more athletes. Try again.</p>
          )}
        </div>
      )}
    </>
  )
}

/** The gap between a row and the one above it. */
function pointsBetween(above: StandingRow | undefined, row: StandingRow): number | null {
  return above?.points == null || row.points === null ? null : above.points - row.points
}

/** Makes the member's row an anchor. */
function Anchor(props: { row: StandingRow; mine: boolean; behind: number | null; around: RowSurroundings }) {
  const { row, mine, behind, around } = props
  return <BoardRow row={row} mine={mine} behind={behind} {...(mine ? { id: "my-row" } : {})} {...around} />
}

function BoardHead() {
  return (
    <div aria-hidden className="label board-grid mt-8 px-4 pb-2 text-muted max-lg:hidden">
      <span className="px-1.5 [grid-area:rank]">Rank</span>
      <span className="[grid-area:name]">Athlete</span>
      <span className="[grid-area:days]">Days</span>
      <span className="text-right [grid-area:count]">Active</span>
      <span className="pr-6 text-right [grid-area:points]">Points</span>
    </div>
  )
}

function NobodyYet(props: Pick<LiveBoardProps, "status" | "viewers" | "days" | "today">) {
  return (
    <div className="mt-8 border-t-4 border-text py-8">
      <p className="display text-section">Everyone starts at zero</p>
      <p className="mt-3 max-w-[46ch] text-lead text-muted">
        No points yet in this race. The first activity that counts takes first place, and you will see it here
        the moment it lands.
      </p>
      <div className="mt-6">
        <Updated at={null} status={props.status} viewers={props.viewers} />
      </div>
      <Pace total={0} samples={false} days={props.days} today={props.today} />
    </div>
  )
}
