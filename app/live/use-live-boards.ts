import { startTransition, useEffect, useRef, useState } from "react"
import { sayCheered } from "../community/say-cheered.ts"
import { sayCommented, talkChanged } from "../community/say-commented.ts"
import { useToast } from "../ui/toast.tsx"
import { applyDifference, type BoardView, type Reset, type Told } from "./board-view.ts"
import { followEvents, type StreamEvent } from "./event-stream.ts"

/**
 * `connecting` until the first connection, `stale` while disconnected: the data may be out of date; `offline` while the
 * browser has no network at all.
 */
export type LiveStatus = "connecting" | "live" | "stale" | "offline"

type Views<Slug extends string> = Readonly<Record<Slug, BoardView | null>>

interface LiveOptions {
  /** The member's access token, for the member view of a board; null for a visitor. A change reconnects the stream. */
  token?: string | null
  /** False: no connection, for example while the board is far below the viewport. */
  enabled?: boolean
  /** The comments that the page shows, "event/sunrise-run/2026-11-24": a change of them is the DOM event `talkEvent`. */
  talk?: string | undefined
}

/** The viewers of a board: roughly how many, and a few of those who want to be seen. */
export interface Viewers {
  count: number
  faces: readonly { name: string; photo: string | null; figure: string; athlete: string }[]
}

/** A hidden page closes its connection after this. */
const hiddenMs = 60_000

/**
 * Boards that update live, starting with what the server rendered (null: nothing yet). All of them share one
 * connection. Without a connection they do not change. `viewers`: the current viewers of a board, including this page.
 */
export function useLiveBoards<Slug extends string>(
  initial: Views<Slug>,
  { token = null, enabled = true, talk }: LiveOptions = {},
): { views: Views<Slug>; status: LiveStatus; viewers: Partial<Record<Slug, Viewers>> } {
  const [views, setViews] = useState(initial)
  const [status, setStatus] = useState<LiveStatus>("connecting")
  const [viewers, setViewers] = useState<Partial<Record<Slug, Viewers>>>({})
  const shown = useRef(views)
  const visible = useVisible()
  const offline = useOffline()
  const { toast } = useToast()

  // The router reloaded the page, so its data takes precedence.
  const given = useRef(initial)
  useEffect(() => {
    if (given.current === initial) return
    given.current = initial
    shown.current = initial
    setViews(initial)
  }, [initial])

  const names = Object.keys(initial).join(",")
  useEffect(() => {
    if (!enabled || !visible) return
    let leaving = new AbortController()
    const onEvent = ({ name, data }: StreamEvent) => {
      if (name === "cheers") return sayCheered(toast)
      if (name === "comments") return sayCommented(toast, talk)
      if (name === "talk") return talkChanged()
      // A block began or ended: the names are requested again.
      if (name === "apart") {
        talkChanged()
        return again()
      }
      if (name === "viewers") {
        const { board, ...found } = JSON.parse(data) as { board: Slug } & Viewers
        return startTransition(() => setViewers((known) => ({ ...known, [board]: found })))
      }
      const told = JSON.parse(data) as Told | Reset
      const before = shown.current[told.board as Slug]
      const after = name === "reset" ? viewOf(told as Reset) : before && applyDifference(before, told as Told)
      // The difference does not apply: request everything.
      if (!after) return again()
      if (after === before) return
      shown.current = { ...shown.current, [told.board]: after }
      // Row updates yield to user input and may be rendered in parts.
      startTransition(() => setViews(shown.current))
    }
    const again = () => {
      leaving.abort()
      leaving = new AbortController()
      open(undefined)
    }
    const open = (lastId: string | undefined) =>
      void followEvents({
        url: `/boards/${names}/live${talk ? `?talk=${encodeURIComponent(talk)}` : ""}`,
        headers: token ? { authorization: `Bearer ${token}` } : {},
        lastId,
        onEvent,
        onConnected: (connected) => startTransition(() => setStatus(connected ? "live" : "stale")),
        signal: leaving.signal,
      })
    // The visitor's rows cannot be the base of a member's updates, so the full board is requested.
    const states = names.split(",").map((name) => shown.current[name as Slug]?.state)
    open(token || states.includes(undefined) ? undefined : states.join(","))
    return () => leaving.abort()
  }, [names, token, enabled, visible, toast, talk])

  return { views, status: offline ? "offline" : status, viewers }
}

function viewOf({ rows, total, updatedAt, state, demo }: Reset): BoardView {
  return { rows, total, updatedAt, state, demo }
}

/** True while the page is visible or was hidden only briefly. */
function useVisible(): boolean {
  const [visible, setVisible] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState === "visible") setVisible(true)
      else timer = setTimeout(setVisible, hiddenMs, false)
    }
    document.addEventListener("visibilitychange", look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener("visibilitychange", look)
    }
  }, [])
  return visible
}

/** True while the browser reports that it is offline. */
function useOffline(): boolean {
  const [offline, setOffline] = useState(false)
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine)
    look()
    addEventListener("offline", look)
    addEventListener("online", look)
    return () => {
      removeEventListener("offline", look)
      removeEventListener("online", look)
    }
  }, [])
  return offline
}
