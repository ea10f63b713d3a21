import { Refusal } from "./refusal.ts"

/** Tolerances: clocks and timers are rounded, and the last point may be slightly before the end. */
const toleranceShare = 0.05
const toleranceS = 60

/** Rejects a timer that ran longer than from start to end. Throws a Refusal. Seconds. */
export function refuseContradiction(movingS: number, clockS: number): void {
  if (movingS <= clockS * (1 + toleranceShare) + toleranceS) return
  throw new Refusal(
    `contradicts itself: it claims ${words(movingS)} of training within ${words(clockS)} from start to end`,
  )
}

function words(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${(minutes / 60).toFixed(1).replace(".0", "")} h`
}
