/** Concurrent writers, and the connections that they share. */
const writers = 64
export const connections = 16

const slices = 12
const sliceMs = 250

/**
 * Completions per second of two kinds of work, each run by all writers in short alternating periods, so that
 * noise on the machine affects both. Work in progress at the end of a period is completed and counted with
 * its time.
 */
export async function inTurn(work: {
  bare: () => Promise<void>
  whole: () => Promise<void>
}): Promise<{ bare: number; whole: number }> {
  const done = { bare: { count: 0, ms: 0 }, whole: { count: 0, ms: 0 } }
  for (let slice = 0; slice < slices; slice++) {
    for (const kind of ["bare", "whole"] as const) {
      const began = performance.now()
      done[kind].count += await inOneTurn(work[kind], began + sliceMs)
      done[kind].ms += performance.now() - began
    }
  }
  const perSecond = ({ count, ms }: { count: number; ms: number }) => (count / ms) * 1000
  return { bare: perSecond(done.bare), whole: perSecond(done.whole) }
}

async function inOneTurn(one: () => Promise<void>, until: number): Promise<number> {
  let count = 0
  const writer = async () => {
    for (; performance.now() < until; count++) await one()
  }
  await Promise.all(Array.from({ length: writers }, writer))
  return count
}
