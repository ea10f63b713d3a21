import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { Link, useRevalidator } from "react-router"
import type { ComingSpot } from "#domain/events/spot.ts"
import { useAuth } from "../../session/session.tsx"
import { useFunctions } from "../../session/use-functions.ts"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { DayField } from "./day-field.tsx"
import type { EventDay } from "./event-day.ts"

/** The page is the same for everybody and at most a second old: after that time it shows the member's change. */
const shownAfterMs = 1_100

/** For members: one click takes a spot, another releases it. */
export function MemberJoin({ slug, days }: { slug: string; days: readonly EventDay[] }) {
  const call = useFunctions()
  const { user } = useAuth()
  const queries = useQueryClient()
  const { revalidate } = useRevalidator()
  const [on, setOn] = useState(days[0]?.on ?? "")
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const key = ["my-spots", user?.id]
  const mine = useQuery({
    queryKey: key,
    queryFn: async () => {
      const answer = await call<ComingSpot[]>("my-spots")
      if (!answer.ok) throw new Error(answer.message)
      return answer.value
    },
  })
  const spot = mine.data?.find((one) => one.event === slug && one.on === on)

  const act = async (name: "join-event" | "leave-event") => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    const answer = await call(name, { event: slug, on })
    if (!answer.ok) setProblem(answer.message)
    await queries.invalidateQueries({ queryKey: key })
    setTimeout(() => void revalidate(), shownAfterMs)
    setBusy(false)
  }

  return (
    <div className="grid gap-5">
      <DayField slug={slug} days={days} value={on} onChange={setOn} />
      {problem && <Notice kind="problem">{problem}</Notice>}
      {spot && (
        <Notice kind="done">
          {spot.state === "going"
            ? "You have a spot. We will remind you the day before."
            : `You are number ${spot.place} in line. When a spot opens up, it is yours, and we will email you.`}
        </Notice>
      )}
      <div>
        {spot ? (
          <Button look="plain" aria-disabled={busy || undefined} onClick={() => void act("leave-event")}>
            {busy ? "One moment…" : "Give up my spot"}
          </Button>
        ) : (
          <Button aria-disabled={busy || mine.isPending || undefined} onClick={() => void act("join-event")}>
            {busy ? "One moment…" : "Reserve my spot"}
          </Button>
        )}
      </div>
      <Link to={`/events/${slug}/days/${on}`} className="inline-flex min-h-11 items-center underline">
        See who is coming, and comments
      </Link>
    </div>
  )
}
