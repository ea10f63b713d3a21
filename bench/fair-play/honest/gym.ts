import type { Part } from "../model/outing.ts"
import { type HonestType, type Occasion, one, steady } from "./occasion.ts"

const onTheSpot = { route: null, hills: "none" } as const

/** Sets and rests. */
function sets(
  { random }: Occasion,
  minutes: number,
  { hard = 0.62, easy = 0.3, setS = 40, restS = 95 } = {},
): Part[] {
  const parts: Part[] = [{ seconds: 300, effort: 0.4, speed: 0 }]
  for (let passed = 300; passed < minutes * 60; ) {
    const set = { seconds: random.normal(setS, setS * 0.2), effort: hard + random.normal(0, 0.07), speed: 0 }
    const rest = { seconds: random.normal(restS, restS * 0.25), effort: easy, speed: 0 }
    parts.push(set, rest)
    passed += set.seconds + rest.seconds
  }
  return parts.map((part) => ({ ...part, seconds: Math.max(10, part.seconds) }))
}

export const gymTypes = {
  "strength, 40 to 120 min": (o) =>
    one(o, { sport: [10, 20], parts: sets(o, o.random.between(40, 120)), ...onTheSpot }),
  "strength twice a day": (o) =>
    one(o, { sport: [10, 20], parts: sets(o, o.random.between(40, 60)), ...onTheSpot }),
  "HIIT class": (o) =>
    one(o, {
      sport: [62, 70],
      parts: sets(o, 40, { hard: 0.9, easy: 0.55, setS: 45, restS: 20 }),
      ...onTheSpot,
    }),
  yoga: (o) =>
    one(o, {
      sport: [10, 43],
      parts: sets(o, o.random.pick([30, 45, 60, 75]), { hard: 0.28, easy: 0.18, setS: 60, restS: 60 }),
      ...onTheSpot,
    }),
  "indoor rowing": (o) =>
    one(o, {
      sport: [15, 14],
      parts: [steady(o.random.between(20, 60), 0.68, o.athlete.runs * 1.3)],
      ...onTheSpot,
    }),
  "indoor rowing, 5 x 500 m": (o) => {
    const speed = o.athlete.runs * 1.55
    const piece = [
      { seconds: 500 / speed, effort: 0.92, speed },
      { seconds: 120, effort: 0.4, speed: 1.2 },
    ]
    return one(o, {
      sport: [15, 14],
      parts: [steady(10, 0.5, 3), ...Array.from({ length: 5 }, () => piece).flat()],
      ...onTheSpot,
    })
  },
} satisfies Record<string, HonestType>
