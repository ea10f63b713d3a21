import { movedBy, type Place } from "./ground.ts"
import { createDrift, type Random } from "./random.ts"

/** What happens to a receiver on the way. */
export interface Reception {
  /** Seconds until the first position. */
  coldS?: number
  /** From which second to which there is none, as in a tunnel. */
  tunnels?: readonly (readonly [from: number, to: number])[]
  /** Meters of the slow error. */
  errorM?: number
}

const nowhere: Place = { lat: Number.NaN, lon: Number.NaN }

/** Positions as a receiver shows them: an error that wanders by meters, more of it right after the first fix, and gaps. */
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
