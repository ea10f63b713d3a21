import { packSamples, type Samples } from "#primitives/samples.ts"

/** Samples of a recording in motion, as smooth and as irregular as a real one; each `seed` gives a different one. */
export function anySamples(seed: number, changes: Partial<Samples> & { slots?: number } = {}): Samples {
  const { slots = 120, ...rest } = changes
  const wave = (slot: number, n: number) => Math.sin(slot / (3 + ((seed * 7 + n * 5) % 11)) + seed * (n + 1))
  const at = Array.from({ length: slots }, (_, slot) => slot)
  let [lat, lon] = [33.6 + seed * 0.0003, -117.9]
  const track = at.map((slot) => {
    lat += 0.0008 * wave(slot, 1)
    lon += 0.0009 * wave(slot, 2)
    return { lat, lon }
  })
  return {
    slotS: 30,
    heart: at.map((slot) => Math.round(145 + 9 * wave(slot, 3) + 6 * wave(slot, 4) + 5 * wave(slot, 5))),
    speed: at.map((slot) => 3 + 0.5 * wave(slot, 1)),
    lat: track.map((one) => one.lat),
    lon: track.map((one) => one.lon),
    ...rest,
  }
}

export function fingerprint(samples: Samples): string {
  return packSamples(samples).toString("base64")
}
