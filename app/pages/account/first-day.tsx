import { useEffect, useRef } from "react"
import { useNavigate } from "react-router"
import { keptJoining } from "../../session/joining.ts"
import { useAuth } from "../../session.tsx"
import { buttonClass } from "../../ui/button.tsx"
import { AddPasskey } from "./add-passkey.tsx"
import { useSources } from "./competition/use-sources.ts"
import { filePicker } from "./import/import-files.tsx"
import { useImports } from "./import/use-imports.ts"
import { useRows } from "./use-rows.ts"

/** The index of the member's own row among its neighbors. */
const ownRow = "/leaderboard#my-place"

/**
 * Three steps until the first points, with their state. Once the first import has been fully counted, the page
 * automatically shows the row on the board.
 * @param points on any board
 */
export function FirstDay({ points }: { points: number }) {
  const { user } = useAuth()
  const navigate = useNavigate()
  const [latest] = useImports().data?.value ?? []
  const { data: sources } = useSources()
  const connectable = Object.entries(sources ?? {}).some(
    ([name, { available }]) => name !== "files" && available,
  )
  const waiting = useWaitingReview()
  const reading = latest !== undefined && latest.finished_at === null
  const refused = latest?.import_files.some(({ outcome }) => outcome === "refused") ?? false
  const began = useRef(points === 0)
  useEffect(() => {
    if (began.current && points > 0 && !reading && !refused) void navigate(ownRow)
  }, [points, reading, refused, navigate])
  const inReview = points === 0 && latest !== undefined && !reading && waiting
  const brought = points > 0 ? "done" : inReview ? "review" : "now"
  return (
    <section aria-labelledby="first-day" className="border-t-4 border-text py-8">
      <h2 id="first-day" className="display text-card">
        Three steps to get on the board
      </h2>
      <ol className="mt-5 grid gap-3 md:grid-cols-3">
        <Step number={1} title="You are in" state="done">
          Account, competition and club, all set. From today on, everything counts.
        </Step>
        <Step number={2} title="Add today’s workout" state={brought}>
          {points > 0
            ? "Counted."
            : inReview
              ? "We have it. It is unusual, so a person takes a look first. We will email you, and it will count for the day you did it."
              : reading
                ? "Reading your file…"
                : latest && refused
                  ? "That file did not count. See why below, or try another."
                  : connectable
                    ? "Choose a file from your watch or app, or connect a service."
                    : "Choose a file from your watch or app."}
          {brought === "review" && (
            <button
              type="button"
              onClick={() => document.getElementById(filePicker)?.click()}
              className={buttonClass("plain", "mt-3 w-full")}
            >
              Add another workout
            </button>
          )}
          {brought === "now" && !reading && (
            <>
              <button
                type="button"
                onClick={() => document.getElementById(filePicker)?.click()}
                className={buttonClass("main", "mt-3 w-full")}
              >
                Add a workout
              </button>
              {connectable && (
                <a href="#services" className={buttonClass("plain", "mt-2 w-full")}>
                  Connect a service
                </a>
              )}
            </>
          )}
        </Step>
        <Step number={3} title="See yourself on the board" state={points > 0 ? "now" : "later"}>
          {points > 0
            ? "It is on the board, highlighted."
            : inReview
              ? "It appears once the workout is approved, or with the next one that counts."
              : "It appears seconds after you add a workout."}
          {points > 0 && (
            <button
              type="button"
              onClick={() => void navigate(ownRow)}
              className={buttonClass("main", "mt-3 w-full")}
            >
              See my place
            </button>
          )}
        </Step>
      </ol>
      {user && keptJoining(user)?.way === "passkey" && <AddPasskey />}
    </section>
  )
}

/** Whether the member's only workouts wait for a review. */
function useWaitingReview(): boolean {
  const { data } = useRows<{ id: number }[]>(["activities", "in review"], (client) =>
    client.from("activities").select("id").eq("status", "review").limit(1),
  )
  return (data?.value.length ?? 0) > 0
}

const states = { done: "Done", now: "Now", review: "In review", later: "Next" }

function Step(props: {
  number: number
  title: string
  state: keyof typeof states
  children: React.ReactNode
}) {
  const { number, title, state } = props
  return (
    <li
      aria-current={state === "now" ? "step" : undefined}
      className={`p-5 ${state === "now" ? "field-volt" : "bg-raised"} ${state === "later" ? "text-muted" : ""}`}
    >
      <p className="label figures flex justify-between">
        <span>Step {number}</span>
        <span>{states[state]}</span>
      </p>
      <h3 className="display mt-2 text-card">{title}</h3>
      <div className="mt-1.5 text-small">{props.children}</div>
    </li>
  )
}
