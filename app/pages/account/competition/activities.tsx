import { useState } from "react"
import { kindWords } from "#content/activity-kinds.ts"
import { countOf } from "#content/amounts.ts"
import { reasons } from "#content/competitions.ts"
import { type ServiceName, services } from "#content/services.ts"
import { shortDate } from "../../../day.ts"
import { Button } from "../../../ui/button.tsx"
import type { Units } from "../../../units.ts"
import { useUnits } from "../../../use-units.ts"
import { Failed } from "../failed.tsx"
import { distance, duration } from "../measures.ts"
import { Part } from "../part.tsx"
import { useRows } from "../use-rows.ts"
import { countedFor, countedInstead, whyCounted } from "./counted-instead.ts"
import { amountsOf, isSameSession, type LogRow } from "./logged.ts"
import { Objection } from "./objection.tsx"
import { OwnEvidence } from "./own-evidence.tsx"
import { type ActivityRow, readActivities } from "./read-activities.ts"
import { SaveOriginal } from "./save-original.tsx"
import { useWithheld, Withheld } from "./withheld.tsx"
import { zoneNote } from "./zone-note.ts"

const perPage = 20

const list = new Intl.ListFormat("en-US", { type: "conjunction" })

const statuses = {
  counted: { word: "Counted", look: "bg-volt text-ink" },
  review: { word: "In review", look: "border border-text text-text" },
  excluded: { word: "Not counted", look: "border border-line text-muted" },
}

/** All received activities, latest first, each with whether it counts and why; nothing until there is one. */
export function Activities() {
  const units = useUnits() ?? "imperial"
  const [shown, setShown] = useState(perPage)
  const { data, error, refetch, isFetching } = useRows(["activities", shown], (client) =>
    readActivities(client, shown),
  )
  const rows = data?.value
  const logs = useLogs(rows)
  const withheld = useWithheld()
  const total = data?.count ?? 0
  if (!error && !rows?.length && withheld.length === 0) return null
  return (
    <Part
      id="activities"
      title="My activities"
      text="Only you see this list. If something does not count, it says why, and you can object."
      action={
        rows &&
        total > 0 && (
          <p className="figures text-small text-muted">{countOf(total, "activity", "activities")}</p>
        )
      }
    >
      {error && <Failed what="Your activities" onRetry={() => void refetch()} />}
      {rows && rows.length > 0 && (
        <ul className="border-b border-line">
          {rows.map((row) => (
            <Activity
              key={row.id}
              row={row}
              units={units}
              log={logs.find((one) => isSameSession(row, one))}
              instead={countedInstead(row, rows)}
              others={countedFor(row, rows)}
            />
          ))}
        </ul>
      )}
      {rows && total > rows.length && (
        <Button look="quiet" className="mt-5" onClick={() => setShown(shown + perPage)}>
          {isFetching ? "One moment…" : "Show more"}
        </Button>
      )}
      <Withheld rows={withheld} />
    </Part>
  )
}

/** The strength logs in the time range of these activities. */
function useLogs(rows: readonly ActivityRow[] | undefined): LogRow[] {
  const [latest, oldest] = [rows?.[0]?.started_at, rows?.at(-1)?.started_at]
  const { data } = useRows<LogRow[]>(["strength-logs", "between", oldest, latest], (client) => {
    const day = 86_400_000
    const at = (time: string | undefined, more: number) =>
      new Date(Date.parse(time ?? "1970-01-01T00:00:00Z") + more).toISOString()
    return client
      .from("strength_logs")
      .select("id,app,title,started_at,local_on,duration_s,sets,volume,weight_unit")
      .gte("started_at", at(oldest, -day))
      .lte("started_at", at(latest, day))
      .limit(500)
  })
  return data?.value ?? []
}

/** The attribution that the source's terms require; otherwise the source's name. */
function creditOf({ credit, source }: ActivityRow): string | null {
  return credit ?? (Object.hasOwn(services, source) ? services[source as ServiceName].title : null)
}

/** "Strava", "Garmin Forerunner 965", "a file" */
function originOf(row: ActivityRow): string {
  return creditOf(row) ?? "a file"
}

interface ActivityProps {
  row: ActivityRow
  units: Units
  log: LogRow | undefined
  /** The record that counts for the minutes shared by both. */
  instead: ActivityRow | undefined
  /** The records that do not count, or not in full, because this one does. */
  others: readonly ActivityRow[]
}

function Activity({ row, units, log, instead, others }: ActivityProps) {
  const { word, look } = statuses[row.status]
  const { noun } = kindWords[row.kind]
  const amounts = [duration(row.moving_s), distance(row.distance_m, units)].filter(Boolean).join(" · ")
  return (
    <li className="grid gap-x-6 gap-y-1 border-t border-line py-3.5 sm:grid-cols-[7rem_minmax(0,1fr)_minmax(0,1.2fr)]">
      <span className="label figures text-muted">{shortDate(row.local_on)}</span>
      <span className="min-w-0">
        <span className="block font-semibold break-words">{row.name || noun}</span>
        <span className="figures block text-small text-muted">
          {row.name ? `${noun} · ` : ""}
          {amounts}
          {creditOf(row) && ` · ${creditOf(row)}`}
          {log && ` · ${amountsOf(log)} (self-reported)`}
        </span>
      </span>
      <span className="flex flex-wrap items-start gap-x-3 gap-y-1.5 text-small">
        <span className={`label rounded-card px-2 py-0.5 ${look}`}>{word}</span>
        {row.reason !== "counted" && (
          <span className="min-w-0 basis-48 grow">
            {reasons[row.reason]}
            {instead && (
              <span className="mt-1 block break-words text-muted">
                The one we kept: {instead.name || kindWords[instead.kind].noun},{" "}
                {[duration(instead.moving_s), distance(instead.distance_m, units)].filter(Boolean).join(", ")}
                , from {originOf(instead)}, because {whyCounted(instead, [row])}.
              </span>
            )}
          </span>
        )}
        {zoneNote(row) && <span className="min-w-0 basis-48 grow text-muted">{zoneNote(row)}</span>}
        {others.length > 0 && (
          <span className="min-w-0 basis-48 grow text-muted">
            Also received from {list.format(new Set(others.map(originOf)))}. We kept this one because{" "}
            {whyCounted(row, others)}.
          </span>
        )}
        <OwnEvidence activity={row.id} />
        {row.original !== null && <SaveOriginal activity={row.id} name={row.original} />}
      </span>
      <Objection row={row} units={units} />
    </li>
  )
}
