import { useState } from "react"
import { countOf } from "#content/amounts.ts"
import { shortDate } from "../../../day.ts"
import { Button } from "../../../ui/button.tsx"
import { Failed } from "../failed.tsx"
import { duration } from "../measures.ts"
import { Part } from "../part.tsx"
import { useRows } from "../use-rows.ts"
import { amountsOf, type LogRow } from "./logged.ts"

const perPage = 20
const apps = { hevy: "Hevy", strong: "Strong" }

/** The member's imported training logs. Hidden when there are none. */
export function StrengthLogs() {
  const [shown, setShown] = useState(perPage)
  const { data, error, refetch, isFetching } = useRows<LogRow[]>(["strength-logs", shown], (client) =>
    client
      .from("strength_logs")
      .select("id,app,title,started_at,local_on,duration_s,sets,volume,weight_unit", { count: "exact" })
      .order("started_at", { ascending: false })
      .range(0, shown - 1),
  )
  const rows = data?.value ?? []
  const total = data?.count ?? 0
  if (error) return <Failed what="Your strength logs" onRetry={() => void refetch()} />
  if (rows.length === 0) return null
  return (
    <Part
      id="strength-logs"
      title="My strength logs"
      text="You logged these yourself, so they earn no points. Record the workout with a watch as well: the recording then counts, and shows these sets."
      action={<p className="figures text-small text-muted">{countOf(total, "log")}</p>}
    >
      <ul className="border-b border-line">
        {rows.map((row) => (
          <li
            key={row.id}
            className="grid gap-x-6 gap-y-1 border-t border-line py-3.5 sm:grid-cols-[7rem_minmax(0,1fr)_minmax(0,1.2fr)]"
          >
            <span className="label figures text-muted">{shortDate(row.local_on)}</span>
            <span className="min-w-0">
              <span className="block font-semibold break-words">{row.title ?? "Strength"}</span>
              <span className="figures block text-small text-muted">
                {[row.duration_s === null ? "" : duration(row.duration_s), amountsOf(row)]
                  .filter(Boolean)
                  .join(" · ")}
                {` · ${apps[row.app]}`}
              </span>
            </span>
            <span className="text-small">
              <span className="label rounded-card border border-line px-2 py-0.5 text-muted">
                Self-reported
              </span>
            </span>
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <Button look="quiet" className="mt-5" onClick={() => setShown(shown + perPage)}>
          {isFetching ? "One moment…" : "Show more"}
        </Button>
      )}
    </Part>
  )
}
