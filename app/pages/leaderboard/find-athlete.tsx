import { useDeferredValue, useLayoutEffect, useRef } from "react"
import type { StandingRow } from "../../live/board-view.ts"
import { useRead } from "../../live/use-read.ts"
import { Button } from "../../ui/button.tsx"
import { type BoardAnswer, readBoard } from "./read-board.ts"

/** Athletes on the board by name prefix. `given`: what the server already found for this name. */
export function useFound(
  board: string,
  typed: string,
  token: string | null,
  given: readonly StandingRow[] | null,
): { rows: readonly StandingRow[] | null; busy: boolean; failed: boolean } {
  const name = useDeferredValue(typed.trim())
  const key = name !== "" && given === null ? `${board} ${token} ${name}` : null
  const read = async (signal: AbortSignal) => {
    const query = new URLSearchParams({ name })
    return (await readBoard<BoardAnswer>(`${board}.json?${query}`, token, signal)).rows
  }
  // Only the last input of a burst is sent.
  const { before, busy, failed } = useRead(key, read, { waitMs: 180 })
  return { rows: given ?? before, busy, failed }
}

/** A search by name: a GET form; once hydrated, the list updates while the visitor types. */
export function FindAthlete(props: {
  /** The page of the board. */
  path: string
  name: string
  onName: (name: string) => void
  busy: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  // Keeps text typed before hydration, which the next render would overwrite.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at hydration
  useLayoutEffect(() => {
    if (input.current && input.current.value !== props.name) props.onName(input.current.value)
  }, [])
  return (
    <search className="w-full sm:w-auto">
      <form
        method="get"
        action={`${props.path}#board`}
        onSubmit={(event) => event.preventDefault()}
        className="flex items-end gap-2"
      >
        <div className="grow">
          <label htmlFor="find-athlete" className="label block text-muted">
            Find an athlete
          </label>
          <input
            ref={input}
            id="find-athlete"
            type="search"
            name="name"
            value={props.name}
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            placeholder="Name"
            aria-busy={props.busy}
            onChange={(event) => props.onName(event.target.value)}
            className="mt-1.5 block min-h-12 w-full rounded-card border-2 border-line bg-raised px-4 text-base placeholder:text-muted focus-visible:border-text sm:w-64"
          />
        </div>
        <Button type="submit" look="plain">
          Search
        </Button>
      </form>
    </search>
  )
}
