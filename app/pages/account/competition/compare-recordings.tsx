import { useQuery } from "@tanstack/react-query"
import type { ActivityKind } from "#content/activity-kinds.ts"
import { type ServiceName, type ServiceTerms, services } from "#content/services.ts"
import type { Series } from "#primitives/series.ts"
import { inWords, type LineProps } from "../../../recording/measure.ts"
import { StillLine } from "../../../recording/still-line.tsx"
import { Track } from "../../../recording/track.tsx"
import { useFunctions } from "../../../session/use-functions.ts"
import { useAuth } from "../../../session.tsx"
import type { Units } from "../../../units.ts"
import { Failed } from "../failed.tsx"
import { distance, duration } from "../measures.ts"
import { Loading } from "../part.tsx"
import { paceOf, speedsIn } from "./pace.ts"
import type { ActivityRow } from "./read-activities.ts"

interface Recording {
  id: number
  name: string | null
  kind: ActivityKind
  source: string
  credit: string | null
  startedAt: string
  utcOffsetS: number
  elapsedS: number
  movingS: number
  distanceM: number
  receivedAt: string
  series: Series | null
}

interface Comparison {
  own: Recording
  other: Recording | "another account's" | "gone" | null
}

/** The member's recording, beside the one that it lost to, if that one is also the member's own. */
export function CompareRecordings({ row, units }: { row: ActivityRow; units: Units }) {
  const call = useFunctions()
  const { user } = useAuth()
  const { data, error, refetch } = useQuery({
    queryKey: ["own", user?.id, "comparison", row.id],
    queryFn: async () => {
      const answer = await call<Comparison>("compare-recordings", { activityId: row.id })
      if (!answer.ok) throw new Error(answer.message)
      return answer.value
    },
  })
  if (error) return <Failed what="The recordings" onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const { own, other } = data
  const beside = other !== null && typeof other === "object" ? other : null
  const shown: Shown[] = [{ title: "This one", recording: own, file: row.original }]
  const title = row.reason === "same-recording" ? "The one that came first" : "The one that counts"
  if (beside) shown.push({ title, recording: beside, file: null })
  return (
    <div className="grid gap-6">
      <Facts shown={shown} units={units} />
      <div className={`grid gap-x-5 sm:gap-x-8 ${beside ? "grid-cols-2" : ""}`}>
        {shown.map((one) => (
          <Drawings
            key={one.recording.id}
            {...one}
            alone={!beside}
            twin={one.recording === own ? beside : own}
            units={units}
          />
        ))}
      </div>
      {other === "another account's" && (
        <p className="max-w-[70ch]">
          Another account sent the same recording before you. Whose it is, and what else they sent, stays
          between them and us.{" "}
          {row.original ? "Your original file is the evidence" : "What you see here is the evidence"} for
          yours.
        </p>
      )}
      {other === "gone" && <p>The other recording is no longer here, so only yours can be shown.</p>}
    </div>
  )
}

interface Shown {
  title: string
  recording: Recording
  /** The name of its original file, if one is stored and the name is informative. */
  file: string | null
}

/** The same facts about each recording, side by side. */
function Facts({ shown, units }: { shown: readonly Shown[]; units: Units }) {
  const all = shown.map(({ recording, file }) => factsOf(recording, file, units))
  const labels = (all[0] ?? []).map(([label]) => label)
  return (
    <table
      className={`figures w-full table-fixed text-left [&_td]:align-top [&_th]:align-top ${shown.length > 1 ? "" : "max-w-xl"}`}
    >
      <thead>
        <tr>
          <td className="w-20 sm:w-28" />
          {shown.map(({ title }) => (
            <th key={title} scope="col" className="label pb-1.5 pl-3 sm:pl-4">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {labels.map((label, at) =>
          all.every((facts) => facts[at]?.[1] === null) ? null : (
            <tr key={label} className="border-t border-line">
              <th scope="row" className="py-1 font-normal text-muted">
                {label}
              </th>
              {shown.map(({ title }, nr) => (
                <td key={title} className="py-1 pl-3 wrap-anywhere sm:pl-4">
                  {all[nr]?.[at]?.[1] ?? "None"}
                </td>
              ))}
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

function factsOf(recording: Recording, file: string | null, units: Units) {
  const { movingS, elapsedS, distanceM } = recording
  const pace = paceOf(recording, units)
  const whole = duration(elapsedS)
  return [
    ["Started", local(recording)],
    ["Time", duration(movingS) === whole ? whole : `${duration(movingS)} moving, ${whole} total`],
    ["Distance", distance(distanceM, units)],
    [pace.label, pace.text],
    ["From", recording.credit ?? titleOf(recording.source) ?? "A file"],
    ["Received", received.format(new Date(recording.receivedAt))],
    ["Original file", file],
  ] as const
}

interface DrawingsProps extends Shown {
  twin: Recording | null
  units: Units
  /** Shown without another recording beside it. */
  alone: boolean
}

function Drawings({ title, recording, twin, units, alone }: DrawingsProps) {
  const { series, source } = recording
  if (!series) return <p className="text-muted">{withoutDrawing(source)}</p>
  return (
    <section
      aria-label={title}
      className={`grid min-w-0 content-start gap-4 ${alone ? "lg:grid-cols-2 lg:gap-x-8" : ""}`}
    >
      <Track path={series.path} twin={twin?.series?.path} units={units} />
      <div className="grid content-start gap-4">
        <Drawn
          label="Speed"
          unit={units === "metric" ? "km/h" : "mph"}
          at={series.at}
          values={speedsIn(series.kmh, units)}
        />
        <Drawn label="Heart rate" unit="bpm" at={series.at} values={series.heart} />
      </div>
    </section>
  )
}

function Drawn(props: LineProps) {
  const words = inWords(props.label, props.unit, props.values)
  if (!props.values.some((one) => one !== null)) return <p className="text-muted">{words}.</p>
  return (
    <figure className="min-w-0">
      <figcaption className="figures mb-1 text-muted">{words}</figcaption>
      <StillLine {...props} words={words} low />
    </figure>
  )
}

const received = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" })
const localTime = new Intl.DateTimeFormat("en-US", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
})

/** In the time of the place where it was recorded. */
function local({ startedAt, utcOffsetS }: Recording): string {
  return localTime.format(new Date(Date.parse(startedAt) + utcOffsetS * 1000))
}

function titleOf(source: string): string | undefined {
  return Object.hasOwn(services, source) ? services[source as ServiceName].title : undefined
}

function withoutDrawing(source: string): string {
  const terms: ServiceTerms | undefined = Object.hasOwn(services, source)
    ? services[source as ServiceName]
    : undefined
  return terms && !terms.keepsOriginals
    ? `${terms.title} does not let us keep recordings, so there is nothing to draw.`
    : "It is too short to draw, or has totals only."
}
