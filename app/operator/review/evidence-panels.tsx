import { Link } from "react-router"
import type { Series } from "#primitives/series.ts"
import { Track } from "../../recording/track.tsx"
import { Facts, Panel } from "../frame/page.tsx"
import { Line } from "./lines.tsx"

interface ShownEvidence {
  /** The evidence for the activity, in words. */
  says: readonly string[]
  series: Series | null
  withoutSamples: string | null
  measures: readonly { label: string; value: string; limit: string | null; beyond: boolean }[]
  speedLimits: { unusual: number; impossible: number } | null
  neighbors: readonly {
    id: number
    kind: string
    startedAt: string
    movingS: number
    distanceM: number
    reason: string
  }[]
  earlier: readonly {
    activityId: number
    at: string
    decision: string | null
    reason: string | null
    objection: string | null
    reply: string | null
  }[]
  twin: {
    id: number
    athleteName: string
    sameAthlete: boolean
    kind: string
    source: string
    credit: string | null
    startedAt: string
    receivedAt: string
    movingS: number
    distanceM: number
    status: string
    reason: string
    samples: Series | null
  } | null
}

const decided: Record<string, string> = { count: "counted", decline: "declined" }

/** The details of an activity, starting with the rule that fired. */
export function EvidencePanels(props: {
  evidence: ShownEvidence
  why: string
  signs: readonly string[]
  id: number
  /** Whether its original file can be downloaded. */
  hasOriginal: boolean
}) {
  const { says, series, withoutSamples, measures, speedLimits, neighbors, earlier, twin } = props.evidence
  return (
    <>
      <Panel title="Why it is here">
        <p>{props.why}</p>
        {props.signs.length > 0 && (
          <ul className="mt-2 list-disc pl-5 text-small">
            {props.signs.map((sign) => (
              <li key={sign}>{sign}</li>
            ))}
          </ul>
        )}
        <ul className="mt-3 grid gap-x-6 gap-y-1 text-small md:grid-cols-2">
          {measures.map(({ label, value, limit, beyond }) => (
            <li key={label} className={beyond ? "font-semibold text-danger" : ""}>
              {`${label}: `}
              <span className="figures">{value}</span>
              {limit && <span className="font-normal text-muted">{` (${limit})`}</span>}
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="The evidence for it">
        <ul className="grid gap-1 text-small">
          {says.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Panel>
      <Panel title="Recording">
        {series ? (
          <div className="grid gap-5 md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
            <Track path={series.path} twin={twin?.samples?.path} />
            <div className="grid min-w-0 content-start gap-4">
              <Line
                label="Speed"
                unit="km/h"
                at={series.at}
                values={series.kmh}
                limits={
                  speedLimits
                    ? [
                        { value: speedLimits.unusual, label: "Looked at" },
                        { value: speedLimits.impossible, label: "Impossible" },
                      ].filter(({ value }) => value < 2.5 * Math.max(...series.kmh.map((one) => one ?? 0)))
                    : []
                }
              />
              <Line label="Heart rate" unit="bpm" at={series.at} values={series.heart} />
            </div>
          </div>
        ) : (
          <p className="text-small">{withoutSamples}</p>
        )}
        {series && props.hasOriginal && (
          <p className="mt-3 text-small">
            <a href={`/operator/review/${props.id}/recording`} download>
              Download the original file
            </a>
            <span className="text-muted"> (noted in the journal)</span>
          </p>
        )}
      </Panel>
      {twin && (
        <Panel title="The other recording">
          <p className="text-small">
            <Link to={`/review/${twin.id}`}>{`Activity ${twin.id}`}</Link>
            {twin.sameAthlete ? " of the same athlete." : ` of ${twin.athleteName}.`}
          </p>
          <div className="mt-3 grid gap-5 md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
            <div className="grid content-start gap-4">
              {twin.samples && <Track path={twin.samples.path} twin={series?.path} />}
              <Facts
                facts={[
                  ["Sport", twin.kind],
                  ["Started", twin.startedAt],
                  ["Received", twin.receivedAt],
                  ["Source", twin.credit ? `${twin.source}, ${twin.credit}` : twin.source],
                  [
                    "Totals",
                    `${Math.round(twin.movingS / 60)} min, ${(twin.distanceM / 1000).toFixed(1)} km`,
                  ],
                  ["State", twin.reason],
                ]}
              />
            </div>
            {twin.samples && (
              <div className="grid min-w-0 content-start gap-4">
                <Line label="Speed" unit="km/h" at={twin.samples.at} values={twin.samples.kmh} />
                <Line label="Heart rate" unit="bpm" at={twin.samples.at} values={twin.samples.heart} />
              </div>
            )}
          </div>
        </Panel>
      )}
      <Panel title="At about the same time">
        {neighbors.length === 0 ? (
          <p className="text-small text-muted">Nothing else within 36 hours.</p>
        ) : (
          <ul className="grid gap-1.5 text-small">
            {neighbors.map((one) => (
              <li key={one.id}>
                <Link to={`/review/${one.id}`}>{one.kind}</Link>{" "}
                <span className="figures">{`${one.startedAt}, ${Math.round(one.movingS / 60)} min, ${(one.distanceM / 1000).toFixed(1)} km.`}</span>{" "}
                <span className="text-muted">{one.reason}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title="Decisions on this athlete">
        {earlier.length === 0 ? (
          <p className="text-small text-muted">None so far.</p>
        ) : (
          <ul className="grid gap-1.5 text-small">
            {earlier.map((one) => (
              <li key={`${one.activityId} ${one.at} ${one.decision}`}>
                <span className="figures text-muted">{one.at}</span>{" "}
                <Link to={`/review/${one.activityId}`}>{`Activity ${one.activityId}`}</Link>{" "}
                {one.decision ? decided[one.decision] : "returned to the rules"}
                {one.reason && `: ${one.reason}`}
                {one.objection && (
                  <span className="block pl-4 wrap-anywhere">{`Objection: ${one.objection}`}</span>
                )}
                {one.reply && <span className="block pl-4 wrap-anywhere">{`Reply: ${one.reply}`}</span>}
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  )
}
