import { useCallback, useEffect, useRef, useState } from "react"
import type { BoardView, StandingRow } from "../../live/board-view.ts"
import { type BoardAnswer, readBoard } from "./read-board.ts"

/** Minimum interval between reloads of the later rows of a changing board. */
const restMs = 3_000

interface Further {
  pages: readonly BoardAnswer[]
  busy: boolean
  failed: boolean
}

const none: Further = { pages: [], busy: false, failed: false }

/**
 * Rows after the live ones, page by page. They are reloaded when the board changes, because the rows at page boundaries
 * may have shifted.
 */
export function useFurtherRows(
  board: string,
  token: string | null,
  view: BoardView,
  firstNext: string | null,
) {
  const [further, setFurther] = useState(none)
  const wanted = useRef(0)

  const read = useCallback(
    async (fresh: boolean) => {
      setFurther((before) => ({ ...before, busy: true, failed: false }))
      try {
        let after = firstNext
        if (fresh) after = (await readBoard<BoardAnswer>(`${board}.json`, token)).next
        const pages: BoardAnswer[] = []
        while (after && pages.length < wanted.current) {
          const page: BoardAnswer = await readBoard<BoardAnswer>(`${board}.json?after=${after}`, token)
          pages.push(page)
          after = page.next
        }
        setFurther({ pages, busy: false, failed: false })
      } catch {
        setFurther((before) => ({ ...before, busy: false, failed: true }))
      }
    },
    [board, token, firstNext],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: reload when a board moves
  useEffect(() => {
    if (wanted.current === 0) return
    const timer = setTimeout(() => void read(true), restMs)
    return () => clearTimeout(timer)
  }, [view.state, view.total, read])

  const shown = new Set(view.rows.map(({ key }) => key))
  const rows: StandingRow[] = further.pages.flatMap((page) => page.rows).filter(({ key }) => !shown.has(key))
  return {
    rows,
    next: further.pages.length > 0 ? (further.pages.at(-1)?.next ?? null) : firstNext,
    busy: further.busy,
    failed: further.failed,
    load() {
      wanted.current = further.pages.length + 1
      void read(false)
    },
  }
}
