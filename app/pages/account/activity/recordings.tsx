import type { OwnActivity } from "#domain/competition/account/activities.ts"
import { inWords, type LineProps } from "../../../recording/measure.ts"
import { StillLine } from "../../../recording/still-line.tsx"
import { Track } from "../../../recording/track.tsx"
import type { Units } from "../../../units/units.ts"
import { distance, duration } from "../measures.ts"
import type { Comparison, Recording } from "./comparison.ts"
import { paceOf, speedsIn } from "./pace.ts"

interface RecordingsProps {
  row: OwnActivity
  comparison: Comparison
  units: Units
}

/** The member's recording, beside the one that it lost to, if that one is also the member's own. */
export function Recordings({ row, comparison: { own, other }, units }: RecordingsProps) {
  const beside = other !== null && typeof other === "object" ? other : null
  const shown: Shown[] = [{ title: "This one", recording: own, file: row.original }]
  const title = row.reason === "same-recording" ? "The one that came first" : "The one that counts"
  if (beside) shown.push({ title, recording: beside, file: null })
  return (
    <div className="grid gap-6 text-small">
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
    ["Started", recording.started],
    ["Time", duration(movingS) === whole ? whole : `${duration(movingS)} moving, ${whole} total`],
    ["Distance", distance(distanceM, units)],
    [pace.label, pace.text],
    ["From", recording.from],
    ["Received", recording.received],
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
  const { series } = recording
  if (!series) return <p className="text-muted">{recording.withoutDrawing}</p>
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
