import { applyDifference, type BoardView, type Reset, type Told } from "../live/board-view.ts"

interface Follower {
  /** All rows, and the keys of those that have changed. */
  draw(view: BoardView, changed: ReadonlySet<string>): void
  onState(isLive: boolean): void
}

interface FollowedBoard {
  readonly view: BoardView | undefined
  /** Opens another stream, which starts with all rows. */
  again(): void
}

/** Milliseconds before a stream that the browser has given up is opened again; random, so that screens do not all come at once. */
const restMs = () => 5_000 + Math.random() * 10_000

/**
 * Follows a board through EventSource, one stream at a time. Browsers reconnect by themselves after a lost connection, but not after an
 * answer that is no stream, such as a proxy's error page: then a new stream is opened.
 */
export function followBoard(board: string, { draw, onState }: Follower): FollowedBoard {
  let view: BoardView | undefined
  let stream: EventSource
  let waiting: ReturnType<typeof setTimeout> | undefined
  const show = (next: BoardView, changed: ReadonlySet<string>) => {
    view = next
    draw(next, changed)
  }
  function open() {
    clearTimeout(waiting)
    stream?.close()
    const opened = new EventSource(`/boards/${board}/live`)
    stream = opened
    opened.onopen = () => onState(true)
    opened.onerror = () => {
      onState(false)
      if (opened === stream && opened.readyState === EventSource.CLOSED) {
        clearTimeout(waiting)
        waiting = setTimeout(open, restMs())
      }
    }
    opened.addEventListener("reset", ({ data }) => show(JSON.parse(data) as Reset, new Set()))
    opened.addEventListener("difference", ({ data }) => {
      const told = JSON.parse(data) as Told
      const next = view && applyDifference(view, told)
      if (next) show(next, new Set(told.rows.map(({ key }) => key)))
      // It does not apply: a new stream starts with all rows.
      else open()
    })
  }
  open()
  return {
    get view() {
      return view
    },
    again: open,
  }
}
