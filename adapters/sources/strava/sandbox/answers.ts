import type { SandboxActivity } from "./state.ts"

/** A refusal in Strava's format. */
export function fault(resource: string, code: string) {
  return { message: "Fault", errors: [{ resource, field: "", code }] }
}

/** Strava's response to an application that it refuses, whoever the athlete is. */
export function applicationFault(because: "credentials" | "inactive" | "capacity"): {
  body: object
  status: 401 | 403
} {
  if (because === "credentials") return { body: fault("Application", "invalid"), status: 401 }
  const message =
    because === "capacity" ? "Limit of connected athletes exceeded" : "Application Status Inactive"
  return { body: { ...fault("Application", "forbidden"), message }, status: 403 }
}

/** The fields of an activity; by default a ten-kilometer run two hours ago. */
export function fieldsOf(activity: SandboxActivity, at: Date): Record<string, unknown> {
  const start = new Date(at.getTime() - 7_200_000)
  const iso = (date: Date) => `${date.toISOString().slice(0, 19)}Z`
  return {
    name: "Morning Run",
    sport_type: "Run",
    type: "Run",
    distance: 10_000.4,
    moving_time: 3600,
    elapsed_time: 3700,
    total_elevation_gain: 55.2,
    max_speed: 4.1,
    start_date: iso(start),
    start_date_local: iso(new Date(start.getTime() - 8 * 3_600_000)),
    timezone: "(GMT-08:00) America/Los_Angeles",
    manual: false,
    private: false,
    visibility: "everyone",
    flagged: false,
    trainer: false,
    map: { summary_polyline: "abc" },
    ...activity.fields,
  }
}

/** JSON with the id in plain digits, which may exceed JavaScript's integer precision. */
export function asJson(activity: SandboxActivity, at: Date): string {
  const rest = JSON.stringify({ athlete: { id: Number(activity.athlete) }, ...fieldsOf(activity, at) })
  return `{"id":${activity.id},${rest.slice(1)}`
}
