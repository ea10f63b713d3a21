import type { Art } from "../../schema.ts"
import { poses } from "./poses.ts"

/** A small figure for each posture, in place of a face without a photograph. */
export const figureArt: Readonly<Record<string, Art>> = Object.fromEntries(
  (Object.keys(poses) as (keyof typeof poses)[]).map((pose): [string, Art] => [
    pose,
    {
      alt: `A figure in the posture of a sport: ${pose}`,
      ground: "stone",
      draw: { scene: "figure", pose, hair: "none", floor: false },
    },
  ]),
)
