import type { Point } from "../pen.ts"

type Arm = readonly [shoulder: Point, elbow: Point, hand: Point]
type Leg = readonly [hip: Point, knee: Point, ankle: Point, toe: Point]

/** The joints of a figure that faces right, on a floor at 100; y grows downward. Far limbs are behind the trunk. */
export interface Pose {
  head: Point
  chest: Point
  hip: Point
  nearArm: Arm
  farArm: Arm
  nearLeg: Leg
  farLeg: Leg
}
