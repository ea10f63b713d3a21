import type { SentActivity } from "#domain/competition/scoring/activity.ts"
import { packSamples, type Window } from "#primitives/samples.ts"
import { sentRun } from "#test/support/sent-run.ts"

let made = 0

/** A run within the seven days before November 20, 2026, without samples. */
export function plainRecording(): SentActivity {
  const n = made++
  const movingS = 900 + (n % 60) * 60
  return sentRun({
    externalId: `bench-${n}`,
    name: "Morning run",
    startedAt: new Date(Date.UTC(2026, 10, 13) + Math.floor(Math.random() * 600_000) * 1000),
    utcOffsetS: -28_800,
    elapsedS: movingS + 60,
    movingS,
    distanceM: Math.round(movingS * 2.8),
    elevationM: 40,
    detail: 500,
  })
}

/** The same with unique heart rates and a unique track. */
export function sampledRecording(): SentActivity {
  const plain = plainRecording()
  const { bytes } = sampled(plain.elapsedS)
  return { ...plain, trackS: plain.movingS, trackM: plain.distanceM, fingerprint: bytes.toString("base64") }
}

/** The middle of a city that is home to many athletes; the later ones are smaller. */
const cities = Array.from({ length: 60 }, (_, n) => ({
  share: 1 / (n + 3),
  lat: 26 + ((n * 37) % 23) + (n % 7) / 10,
  lon: -122 + ((n * 53) % 49) + (n % 11) / 10,
}))
const allShares = cities.reduce((sum, { share }) => sum + share, 0)

/** Samples of a run around some place in a city, packed. */
export function sampled(lengthS: number): { bytes: Buffer } {
  let slotS = 15
  while (lengthS / slotS > 128) slotS *= 2
  const slots = Math.max(16, Math.floor(lengthS / slotS))
  const city = anyCity()
  // Most live within 15 km of the middle.
  let [lat, lon] = [city.lat + normal() * 0.08, city.lon + normal() * 0.1]
  let [heart, level, turn] = [95, 140 + normal() * 12, Math.random() * 6]
  const samples = {
    slotS,
    heart: [] as number[],
    speed: [] as number[],
    lat: [] as number[],
    lon: [] as number[],
  }
  for (let slot = 0; slot < slots; slot++) {
    level += normal() * 2.2
    heart += (level - heart) * 0.3 + normal() * 1.5
    turn += normal() * 0.3
    const speed = 2.8 + normal() * 0.25
    lat += (speed * slotS * Math.cos(turn)) / 111_195
    lon += (speed * slotS * Math.sin(turn)) / 90_000
    samples.heart.push(Math.min(205, Math.max(70, heart)))
    samples.speed.push(speed)
    samples.lat.push(lat)
    samples.lon.push(lon)
  }
  return { bytes: packSamples({ ...samples, windows: windows(lengthS), beats: numbers(12, 2 ** 31) }) }
}

/** As many samples as a run of that length has, unique for each run. */
function windows(lengthS: number): Window[] {
  return Array.from({ length: Math.min(40, Math.floor(lengthS / 100)) }, (_, nr) => {
    const [bits, form, margin] = [2 ** 28, 2 ** 16, 16].map((below) => numbers(1, below)[0] as number)
    return {
      ...{ scale: 0, bits, form, margin, weak: [3, 38] as const, atM: nr * 280, atS: nr * 100 },
    } as Window
  })
}

function numbers(count: number, below: number): number[] {
  return Array.from({ length: count }, () => Math.floor(Math.random() * below))
}

function anyCity(): { lat: number; lon: number } {
  let at = Math.random() * allShares
  for (const city of cities) {
    at -= city.share
    if (at <= 0) return city
  }
  return { lat: 34, lon: -118 }
}

function normal(): number {
  return Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())
}
