import type { StandInWorkout } from "../stand-in/fit-file.ts"
import type { Held, StandIn, StandInOptions } from "../stand-in/stand-in.ts"
import { createInside, endGrants } from "./sandbox/state.ts"
import { deliver } from "./sandbox/subscriptions.ts"
import { createStravaSandbox } from "./sandbox.ts"

const sports = { run: "Run", ride: "Ride", row: "Rowing" }

/** The sandbox for Strava in the form that all stand-ins have. */
export function createStravaStandIn(options: StandInOptions): StandIn {
  const inside = createInside(options)
  const sandbox = createStravaSandbox(options, inside)
  const now = options.now ?? (() => new Date())
  const held = new Map<string, Held>()
  return {
    name: "strava",
    app: sandbox.app,
    athletes: new Map([...sandbox.athletes].map(([id, { name }]) => [id, name])),
    held,
    grants: [],
    get calls() {
      return sandbox.calls
    },
    manners: Object.assign(sandbox.manners, { refusesApplication: false as never, files: "none" as const }),
    get webhook() {
      return inside.subscription?.callback ?? null
    },
    set webhook(callback) {
      inside.subscription = callback === null ? null : { id: 314, callback }
    },
    async record(athlete, workout = {}, { id, silent = false } = {}) {
      const { subscription } = inside
      if (silent) inside.subscription = null
      const made = await sandbox.record(athlete, fieldsOf(workout), id)
      inside.subscription = subscription
      const known = held.get(made)?.workout
      held.set(made, {
        id: made,
        athlete,
        workout: { ...known, ...workout } as StandInWorkout,
        foreign: false,
        updatedAt: now(),
      })
      return made
    },
    async remove(id) {
      held.delete(id)
      await sandbox.remove(id)
    },
    async sendLate() {
      const statuses: number[] = []
      for (const text of inside.waiting.splice(0).reverse()) statuses.push((await deliver(inside, text)) ?? 0)
      return statuses
    },
    repeat: async () => (inside.lastEvent === null ? null : deliver(inside, inside.lastEvent)),
    async deauthorize(athlete) {
      endGrants(inside, (grant) => grant.athlete === athlete)
      await sandbox.claimDeauthorized(athlete)
    },
  }
}

function fieldsOf({
  sport,
  startedAt,
  utcOffsetS = -28_800,
  seconds,
  meters,
  name,
}: Partial<StandInWorkout>) {
  const iso = (at: Date) => `${at.toISOString().slice(0, 19)}Z`
  return {
    ...(sport ? { sport_type: sports[sport], type: sports[sport] } : {}),
    ...(name ? { name } : {}),
    ...(meters === undefined ? {} : { distance: meters }),
    ...(seconds === undefined ? {} : { moving_time: seconds, elapsed_time: seconds }),
    ...(startedAt
      ? {
          start_date: iso(startedAt),
          start_date_local: iso(new Date(startedAt.getTime() + utcOffsetS * 1000)),
        }
      : {}),
  }
}
