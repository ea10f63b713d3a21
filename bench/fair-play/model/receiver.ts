import { movedBy, type Place } from "./ground.ts"
import { createDrift, type Random } from "./random.ts"

/** Errors of a receiver during a recording. */
export interface Reception {
  /** Seconds until the first position. */
  coldS?: number
  /** The seconds between which there is no position, as in a tunnel. */
  tunnels?: readonly (readonly [from: number, to: number])[]
  /** Size of the slow error in meters. */
  errorM?: number
}

const nowhere: Place = { lat: Number.NaN, lon: Number.NaN }

/**
 * Positions as shown by a receiver: with an error that wanders by meters, is larger right after the first fix, and has
 * gaps.
 */
export function createReceiver(
  random: Random,
  { coldS = 0, tunnels = [], errorM = 2.5 }: Reception,
): (place: Place, at: number, seconds: number) => Place {
  const [north, east] = [createDrift(random, errorM, 90), createDrift(random, errorM, 90)]
  const jitter = () => random.normal(0, 0.35)
  const first = coldS > 0 ? [random.normal(0, 18), random.normal(0, 18)] : [0, 0]
  return (place, at, seconds) => {
    const [y, x] = [north(seconds), east(seconds)]
    if (at < coldS || tunnels.some(([from, to]) => from <= at && at < to)) return nowhere
    const fresh = Math.exp(-(at - coldS) / 40)
    return movedBy(
      place,
      y + jitter() + (first[0] as number) * fresh,
      x + jitter() + (first[1] as number) * fresh,
    )
  }
}
