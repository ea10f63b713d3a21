import { useQuery } from "@tanstack/react-query"
import type { ActivityKind } from "#content/activity-kinds.ts"
import { type ServiceName, type ServiceTerms, services } from "#content/services.ts"
import type { Series } from "#primitives/series.ts"
import { useFunctions } from "../../../session/use-functions.ts"
import { useAuth } from "../../../session.tsx"
import { inWords } from "../../../ui/recording/measure.ts"
import { StillLine } from "../../../ui/recording/still-line.tsx"
import { Track } from "../../../ui/recording/track.tsx"
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

/** The member's recording, beside the one that it lost against where that one is the member's own, too. */
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
  return (
    <div className="grid gap-6">
      <div className={`grid items-start gap-x-8 gap-y-8 ${beside ? "lg:grid-cols-2" : ""}`}>
        <Column title="This one" recording={own} twin={beside} units={units} file={row.original} />
        {beside && (
          <Column
            title={row.reason === "same-recording" ? "The one that came first" : "The one that counts"}
            recording={beside}
            twin={own}
            units={units}
          />
        )}
      </div>
      {other === "another account's" && (
        <p>
          Another account sent the same recording before you. Whose it is, and what else they sent, stays
          between them and us. What you see here speaks for yours, and so does your original file.
        </p>
      )}
      {other === "gone" && <p>The other recording is no longer here, so only yours can be shown.</p>}
    </div>
  )
}

interface ColumnProps {
  title: string
  recording: Recording
  twin: Recording | null
  units: Units
  /** The name of its original file, where one is kept and it is worth telling. */
  file?: string | null
}

function Column({ title, recording, twin, units, file = null }: ColumnProps) {
  const { series, movingS, elapsedS, distanceM } = recording
  const pace = paceOf(recording, units)
  const facts = [
    ["Started", local(recording)],
    [
      "Time",
      movingS === elapsedS ? duration(movingS) : `${duration(movingS)} moving, ${duration(elapsedS)} in all`,
    ],
    ["Distance", distance(distanceM, units) ?? "None"],
    [pace.label, pace.text],
    ["From", recording.credit ?? titleOf(recording.source) ?? "A file"],
    ["Received", received.format(new Date(recording.receivedAt))],
    ["Original file", file],
  ] as const
  return (
    <section className="grid min-w-0 content-start gap-4">
      <h4 className="label">{title}</h4>
      <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 gap-y-1">
        {facts.map(([label, text]) =>
          text === null ? null : (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="figures wrap-anywhere">{text}</dd>
            </div>
          ),
        )}
      </dl>
      {series ? (
        <>
          <Track path={series.path} twin={twin?.series?.path} units={units} />
          <Drawn
            label={pace.label}
            note="Higher is faster."
            unit={units === "metric" ? "km/h" : "mph"}
            at={series.at}
            values={speedsIn(series.kmh, units)}
          />
          <Drawn label="Heart rate" unit="bpm" at={series.at} values={series.heart} />
        </>
      ) : (
        <p className="text-muted">{withoutDrawing(recording.source)}</p>
      )}
    </section>
  )
}

function Drawn(props: {
  label: string
  note?: string
  unit: string
  at: readonly number[]
  values: readonly (number | null)[]
}) {
  const words = inWords(props.label, props.unit, props.values)
  if (!props.values.some((one) => one !== null)) return <p className="text-muted">{words}.</p>
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1">
        <span className="figures text-muted">{[words, props.note].filter(Boolean).join(". ")}</span>
      </figcaption>
      <StillLine {...props} words={words} />
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
