/** Made-up files in the export formats of Apple Health, Google Takeout, Hevy and Strong. */

interface WorkoutOptions {
  type?: string
  start: string
  end: string
  minutes: number
  statistic?: readonly [type: string, sum: number, unit: string]
  metadata?: Readonly<Record<string, string>>
  route?: string
  attributes?: string
}

/** One workout of an export.xml; `start` as Apple writes it: "2026-11-18 07:00:00 -0800". */
export function healthWorkout(workout: WorkoutOptions): string {
  const { type = "Running", start, end, minutes, statistic, metadata = {}, route, attributes = "" } = workout
  const entries = Object.entries(metadata).map(
    ([key, value]) => `<MetadataEntry key="${key}" value="${value}"/>`,
  )
  const total =
    statistic &&
    `<WorkoutStatistics type="HKQuantityTypeIdentifier${statistic[0]}" startDate="${start}" endDate="${end}" sum="${statistic[1]}" unit="${statistic[2]}"/>`
  const track =
    route &&
    `<WorkoutRoute sourceName="Watch" creationDate="${end}" startDate="${start}" endDate="${end}"><FileReference path="${route}"/></WorkoutRoute>`
  return `<Workout workoutActivityType="HKWorkoutActivityType${type}" duration="${minutes}" durationUnit="min" ${attributes} sourceName="Watch" device="&lt;&lt;HKDevice: 0x1&gt;, name:Watch&gt;" creationDate="${end}" startDate="${start}" endDate="${end}">
  ${entries.join("\n  ")}
  <WorkoutEvent type="HKWorkoutEventTypePause" date="${start}" duration="1" durationUnit="min"/>
  ${total ?? ""}
  ${track ?? ""}
 </Workout>\n`
}

/** The part of an export.xml before the first record: Apple includes the document type. */
export const healthHead = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 14 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>
<!ATTLIST HealthData locale CDATA #REQUIRED>
<!ELEMENT Workout ((MetadataEntry|WorkoutEvent|WorkoutRoute|WorkoutStatistics)*)>
<!ATTLIST Workout workoutActivityType CDATA #REQUIRED>
]>
<HealthData locale="en_US">
 <ExportDate value="2026-11-20 08:00:00 -0800"/>
`

/** Some of the records between the workouts, one heartbeat each. */
export function healthRecords(count: number): string {
  const record = ` <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" startDate="2026-11-18 07:00:00 -0800" endDate="2026-11-18 07:00:00 -0800" value="61"/>\n`
  return record.repeat(count)
}

export function healthExport(...workouts: readonly string[]): string {
  return `${healthHead}${workouts.map((workout) => healthRecords(3) + workout).join("")}</HealthData>\n`
}

/** A Google Fit session in the format of Takeout. */
export function fitSession(session: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(
    {
      fitnessActivity: "strength_training",
      startTime: "2026-11-18T15:00:00.000Z",
      endTime: "2026-11-18T15:50:00.000Z",
      duration: "2900.5s",
      segment: [],
      aggregate: [{ metricName: "com.google.calories.expended", floatValue: 210.5 }],
      ...session,
    },
    null,
    2,
  )
}

export const hevyHead =
  '"title","start_time","end_time","description","exercise_title","superset_id","exercise_notes","set_index","set_type","weight_kg","reps","distance_km","duration_seconds","rpe"'
export const strongHead =
  "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE"
