import { Link } from "react-router"
import { countOf } from "#content/amounts.ts"
import { shortDate } from "#content/dates.ts"
import { reasons } from "#content/reasons.ts"
import type { OwnAccount } from "#domain/competition/account/account.ts"
import type { OwnActivity } from "#domain/competition/account/activities.ts"
import type { StrengthLog } from "#domain/competition/account/training.ts"
import type { Units } from "../../../units/units.ts"
import { SentObjections } from "../activity/sent-objections.tsx"
import { distance, duration } from "../measures.ts"
import { MoreRows } from "../more-rows.tsx"
import { Part } from "../part.tsx"
import { factsOf, nameOf, originOf, verdicts } from "./activity-words.ts"
import { countedFor, countedInstead, whyCounted } from "./counted-instead.ts"
import { amountsOf, isSameSession } from "./logged.ts"
import { Withheld } from "./withheld.tsx"
import { zoneNote } from "./zone-note.ts"

const list = new Intl.ListFormat("en-US", { type: "conjunction" })

/** All received activities, latest first, each with whether it counts and why; nothing until there is one. */
export function Activities(props: Pick<OwnAccount, "activities" | "withheld"> & { units: Units }) {
  const { rows, total, logs } = props.activities
  const { withheld, units } = props
  if (rows.length === 0 && withheld.length === 0) return null
  return (
    <Part
      id="activities"
      title="My activities"
      text="Only you see this list. If something does not count, it says why, and you can object."
      action={
        total > 0 && (
          <p className="figures text-small text-muted">{countOf(total, "activity", "activities")}</p>
        )
      }
    >
      {rows.length > 0 && (
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
      <MoreRows list="activities" shown={rows.length} total={total} />
      <Withheld rows={withheld} />
    </Part>
  )
}

interface ActivityProps {
  row: OwnActivity
  units: Units
  log: StrengthLog | undefined
  /** The record that counts for the minutes shared by both. */
  instead: OwnActivity | undefined
  /** The records that do not count, or not in full, because this one does. */
  others: readonly OwnActivity[]
}

function Activity({ row, units, log, instead, others }: ActivityProps) {
  const { word, look } = verdicts[row.status]
  const page = `/account/activities/${row.id}`
  return (
    <li className="grid gap-x-6 gap-y-1 border-t border-line py-3.5 sm:grid-cols-[7rem_minmax(0,1fr)_minmax(0,1.2fr)]">
      <span className="label figures text-muted">{shortDate(row.on)}</span>
      <span className="min-w-0">
        <span className="block font-semibold break-words">{nameOf(row)}</span>
        <span className="figures block text-small text-muted">
          {factsOf(row, units).join(" · ")}
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
                The one we kept: {nameOf(instead)},{" "}
                {[duration(instead.movingS), distance(instead.distanceM, units)].filter(Boolean).join(", ")},
                from {originOf(instead)}, because {whyCounted(instead, [row])}.
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
        <span className="flex basis-full flex-wrap gap-x-5">
          <Link to={page} className={toPage}>
            What we know about it<span className="sr-only">: {nameOf(row)}</span>
          </Link>
          {row.mayObject && (
            <Link to={`${page}#object`} className={toPage}>
              This is wrong<span className="sr-only">: {nameOf(row)}</span>
            </Link>
          )}
        </span>
      </span>
      <SentObjections row={row} className="sm:col-span-2 sm:col-start-2" />
    </li>
  )
}

const toPage = "inline-flex min-h-11 items-center underline underline-offset-4"
