import type { Scene } from "../schema.ts"
import type { Ground } from "./grounds.ts"
import type { Random } from "./random.ts"

/** The drawing surface of a scene: size in units (one CSS pixel at full size), colors, and seeded random numbers. */
export interface Sheet {
  width: number
  height: number
  /** The margin. */
  margin: number
  ground: Ground
  random: Random
}

export type SceneNamed<Name extends Scene["scene"]> = Extract<Scene, { scene: Name }>
