import { countOf } from "#content/amounts.ts"
import { shortDate } from "#content/dates.ts"
import type { OwnAccount } from "#domain/competition/account/account.ts"
import { duration } from "../measures.ts"
import { MoreRows } from "../more-rows.tsx"
import { Part } from "../part.tsx"
import { amountsOf } from "./logged.ts"

const apps = { hevy: "Hevy", strong: "Strong" }

/** The member's imported training logs; nothing if there are none. */
export function StrengthLogs({ logs: { rows, total } }: { logs: OwnAccount["logs"] }) {
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
            <span className="label figures text-muted">{shortDate(row.on)}</span>
            <span className="min-w-0">
              <span className="block font-semibold break-words">{row.title ?? "Strength"}</span>
              <span className="figures block text-small text-muted">
                {[row.durationS === null ? "" : duration(row.durationS), amountsOf(row)]
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
      <MoreRows list="logs" shown={rows.length} total={total} />
    </Part>
  )
}
