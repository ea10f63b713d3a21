import { gymTypes } from "./gym.ts"
import type { HonestType } from "./occasion.ts"
import { otherTypes } from "./others.ts"
import { rideTypes } from "./rides.ts"
import { runTypes } from "./runs.ts"

const all = { ...runTypes, ...rideTypes, ...gymTypes, ...otherTypes }

export type TypeName = keyof typeof all
export const honestTypes: Record<TypeName, HonestType> = all
