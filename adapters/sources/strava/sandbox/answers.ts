import type { Faults } from "../../stand-in/faults.ts"
import { type Held, localTime } from "../../stand-in/stand-in.ts"

/** A refusal in Strava's format. */
export function fault(resource: string, code: string) {
  return { message: "Fault", errors: [{ resource, field: "", code }] }
}

/** Strava's response to an application that it refuses, regardless of the athlete. */
export function applicationFault(because: NonNullable<Faults["refusesApplication"]>): {
  body: object
  status: 401 | 403
} {
  if (because === "credentials") return { body: fault("Application", "invalid"), status: 401 }
  const message =
    because === "capacity" ? "Limit of connected athletes exceeded" : "Application Status Inactive"
  return { body: { ...fault("Application", "forbidden"), message }, status: 403 }
}

const sports = { run: "Run", ride: "Ride", row: "Rowing" }

/** The fields of an activity. */
export function fieldsOf({ workout, fields }: Held): Record<string, unknown> {
  return {
    name: workout.name,
    sport_type: sports[workout.sport],
    type: sports[workout.sport],
    distance: workout.meters + 0.4,
    moving_time: workout.seconds,
    elapsed_time: workout.seconds,
    total_elevation_gain: 55.2,
    max_speed: 4.1,
    start_date: `${workout.startedAt.toISOString().slice(0, 19)}Z`,
    start_date_local: `${localTime(workout)}Z`,
    timezone: "(GMT-08:00) America/Los_Angeles",
    manual: false,
    private: false,
    visibility: "everyone",
    flagged: false,
    trainer: false,
    map: { summary_polyline: "abc" },
    ...fields,
  }
}

/** JSON with the id in plain digits, which may exceed JavaScript's integer precision. */
export function asJson(held: Held): string {
  const rest = JSON.stringify({ athlete: { id: Number(held.athlete) }, ...fieldsOf(held) })
  return `{"id":${held.id},${rest.slice(1)}`
}
