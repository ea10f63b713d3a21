import type { Scene } from "../schema.ts"
import type { Ground } from "./grounds.ts"
import type { Random } from "./random.ts"

/** What a scene draws on: size in units (one unit is one CSS pixel at full size), colours, and chance that repeats. */
export interface Sheet {
  width: number
  height: number
  /** Room at the edge. */
  margin: number
  ground: Ground
  random: Random
}

export type SceneNamed<Name extends Scene["scene"]> = Extract<Scene, { scene: Name }>
