/**
 * Preloaded by a server whose clock a test sets: every instant is ahead by the number of milliseconds in the file
 * CLOCK_FILE. Timers are not affected.
 */
import { readFileSync } from "node:fs"

const file = process.env.CLOCK_FILE ?? ""
let ahead = Number(readFileSync(file, "utf8"))
setInterval(() => {
  const read = Number(readFileSync(file, "utf8"))
  if (!Number.isNaN(read)) ahead = read
}, 100).unref()

const Real = Date
const { now } = Real

class Shifted extends Real {
  constructor(...given: [] | [number]) {
    if (given.length === 0) super(now() + ahead)
    else super(...given)
  }

  static override now(): number {
    return now() + ahead
  }
}

globalThis.Date = Shifted as DateConstructor
