import { createDrift, type Random } from "./random.ts"

/** How an athlete's heart responds to effort. */
export interface Body {
  /** Beats per minute. */
  rest: number
  max: number
  /** Seconds until two thirds of a change are complete, when effort rises and when it falls. */
  rises: number
  falls: number
  /** Beats per minute that an hour of the same effort adds. */
  hourly: number
}

export function anyBody(random: Random): Body {
  return {
    rest: random.normal(56, 7),
    max: random.normal(184, 9),
    rises: random.between(28, 48),
    falls: random.between(40, 75),
    hourly: Math.max(0, random.normal(6, 3)),
  }
}

/**
 * The heart rate as shown by a sensor: a first-order response to effort (0 at rest, 1 at maximum), drift over hours,
 * the day's form, and noise of heart and sensor.
 */
export function createHeart(body: Body, random: Random): (effort: number, seconds: number) => number {
  const today = random.normal(0, 2.5)
  const wandering = createDrift(random, 1.8, 150)
  const noise = createDrift(random, 1, 6)
  let heart = body.rest + 18 + today
  let passed = 0
  return (effort, seconds) => {
    passed += seconds
    const aim =
      body.rest + (body.max - body.rest) * Math.min(1.02, effort) + (body.hourly * passed * effort) / 3600
    const memory = aim > heart ? body.rises : body.falls
    heart += (aim + today - heart) * (1 - Math.exp(-seconds / memory))
    return Math.round(Math.min(body.max + 4, heart + wandering(seconds) + noise(seconds)))
  }
}
