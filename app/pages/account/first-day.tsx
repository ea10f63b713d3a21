import { useEffect, useRef } from "react"
import { Link, useNavigate } from "react-router"
import type { OwnAccount } from "#domain/competition/account/account.ts"
import { keptJoining } from "../../session/joining.ts"
import { useAuth } from "../../session.tsx"
import { Button, buttonClass } from "../../ui/button.tsx"
import { useReady } from "../../ui/use-ready.ts"
import { AddPasskey } from "./add-passkey.tsx"
import { filePicker } from "./import/import-files.tsx"

/** The index of the member's own row among its neighbors. */
const ownRow = "/leaderboard#my-place"

/**
 * Three steps until the first points, with their state. Once the first points are there and nothing was refused, the page
 * automatically shows the row on the board, or the private race that the member was invited to.
 * @param points on any board
 */
export function FirstDay({ points, account }: { points: number; account: OwnAccount }) {
  const { user } = useAuth()
  const navigate = useNavigate()
  const [latest] = account.imports
  const services = Object.values(account.sources.services)
  const connectable = services.some(({ available }) => available)
  const reading = latest !== undefined && !latest.isFinished
  const refused = latest?.outcomes.some(({ outcome }) => outcome === "refused") ?? false
  const began = useRef(points === 0)
  // Whoever was invited to a race came for it.
  const goal = account.privateRace === null ? ownRow : `/account/races/${account.privateRace}`
  useEffect(() => {
    if (began.current && points > 0 && !reading && !refused) void navigate(goal)
  }, [points, reading, refused, navigate, goal])
  const inReview = points === 0 && !reading && account.isReviewing
  const brought = points > 0 ? "done" : inReview ? "review" : "now"
  return (
    <section aria-labelledby="first-day" className="border-t-4 border-text py-8">
      <h2 id="first-day" tabIndex={-1} className="display text-card outline-none">
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
          {brought === "review" && <PickFiles look="plain">Add another workout</PickFiles>}
          {brought === "now" && !reading && (
            <>
              <PickFiles look="main">Add a workout</PickFiles>
              {connectable && (
                <a href="#services" className={buttonClass("plain", "mt-2 w-full")}>
                  Connect a service
                </a>
              )}
            </>
          )}
        </Step>
        <Step
          number={3}
          title={account.privateRace === null ? "See yourself on the board" : "See yourself in your race"}
          state={points > 0 ? "now" : "later"}
        >
          {points > 0
            ? account.privateRace === null
              ? "It is on the board, highlighted."
              : "Your points are on the board and in your race."
            : inReview
              ? "It appears once the workout is approved, or with the next one that counts."
              : "It appears seconds after you add a workout."}
          {points > 0 && (
            <Link to={goal} className={buttonClass("main", "mt-3 w-full")}>
              See my place
            </Link>
          )}
        </Step>
      </ol>
      {user && keptJoining(user)?.way === "passkey" && <AddPasskey />}
    </section>
  )
}

/** Opens the field of the import below. */
function PickFiles({ look, children }: { look: "main" | "plain"; children: React.ReactNode }) {
  return (
    <Button
      look={look}
      disabled={!useReady()}
      onClick={() => document.getElementById(filePicker)?.click()}
      className="mt-3 w-full"
    >
      {children}
    </Button>
  )
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
