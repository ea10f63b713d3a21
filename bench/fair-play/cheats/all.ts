import { carried } from "./carried.ts"
import { copies } from "./copies.ts"
import type { Cheat } from "./scene.ts"
import { timeAndPlace } from "./time-and-place.ts"
import { withoutTrace } from "./without-trace.ts"

export const cheats: readonly Cheat[] = [...copies, ...timeAndPlace, ...withoutTrace, ...carried]
