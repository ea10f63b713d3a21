import type { Pose } from "./pose.ts"
import {
  elliptical,
  handcycle,
  kayak,
  nordicski,
  paddle,
  skate,
  stairs,
  wheelchair,
} from "./poses-on-gear.ts"

const run: Pose = {
  head: [57, 13],
  chest: [52, 31],
  hip: [47, 53],
  nearArm: [
    [51, 29],
    [36, 38],
    [42, 52],
  ],
  farArm: [
    [54, 29],
    [67, 41],
    [78, 30],
  ],
  nearLeg: [
    [47, 56],
    [67, 62],
    [61, 83],
    [71, 86],
  ],
  farLeg: [
    [47, 56],
    [38, 78],
    [17, 82],
    [13, 92],
  ],
}
const trail: Pose = {
  head: [63, 17],
  chest: [56, 34],
  hip: [45, 54],
  nearArm: [
    [55, 32],
    [42, 43],
    [53, 52],
  ],
  farArm: [
    [59, 32],
    [72, 40],
    [82, 30],
  ],
  nearLeg: [
    [45, 57],
    [66, 60],
    [65, 80],
    [75, 77],
  ],
  farLeg: [
    [45, 57],
    [38, 79],
    [24, 96],
    [33, 98],
  ],
}
const swim: Pose = {
  head: [73, 57],
  chest: [58, 60],
  hip: [33, 64],
  nearArm: [
    [58, 58],
    [63, 37],
    [83, 42],
  ],
  farArm: [
    [60, 61],
    [78, 68],
    [95, 70],
  ],
  nearLeg: [
    [32, 65],
    [16, 63],
    [1, 69],
    [-8, 68],
  ],
  farLeg: [
    [32, 65],
    [17, 68],
    [3, 62],
    [-6, 60],
  ],
}
const ride: Pose = {
  head: [78, 20],
  chest: [65, 32],
  hip: [40, 45],
  nearArm: [
    [64, 32],
    [69, 48],
    [83, 53],
  ],
  farArm: [
    [66, 33],
    [74, 47],
    [84, 53],
  ],
  nearLeg: [
    [41, 47],
    [62, 60],
    [52, 84],
    [62, 87],
  ],
  farLeg: [
    [41, 47],
    [60, 50],
    [46, 68],
    [56, 70],
  ],
}
const lift: Pose = {
  head: [70, 26],
  chest: [58, 40],
  hip: [34, 53],
  nearArm: [
    [58, 40],
    [60, 58],
    [61, 78],
  ],
  farArm: [
    [61, 40],
    [63, 58],
    [64, 78],
  ],
  nearLeg: [
    [34, 56],
    [54, 73],
    [44, 97],
    [55, 99],
  ],
  farLeg: [
    [36, 56],
    [58, 74],
    [50, 97],
    [61, 99],
  ],
}
const row: Pose = {
  head: [43, 22],
  chest: [40, 40],
  hip: [37, 66],
  nearArm: [
    [40, 39],
    [56, 50],
    [74, 52],
  ],
  farArm: [
    [42, 40],
    [60, 48],
    [74, 52],
  ],
  nearLeg: [
    [38, 67],
    [60, 55],
    [78, 76],
    [84, 68],
  ],
  farLeg: [
    [39, 67],
    [62, 54],
    [79, 75],
    [85, 67],
  ],
}
const sled: Pose = {
  head: [66, 33],
  chest: [52, 43],
  hip: [31, 52],
  nearArm: [
    [54, 42],
    [66, 52],
    [79, 46],
  ],
  farArm: [
    [55, 42],
    [70, 46],
    [80, 40],
  ],
  nearLeg: [
    [31, 54],
    [50, 68],
    [38, 90],
    [47, 94],
  ],
  farLeg: [
    [30, 54],
    [24, 76],
    [5, 90],
    [10, 98],
  ],
}
const walk: Pose = {
  head: [52, 12],
  chest: [50, 30],
  hip: [48, 54],
  nearArm: [
    [49, 29],
    [42, 43],
    [49, 55],
  ],
  farArm: [
    [51, 29],
    [60, 42],
    [68, 49],
  ],
  nearLeg: [
    [48, 56],
    [59, 76],
    [62, 97],
    [72, 97],
  ],
  farLeg: [
    [48, 56],
    [43, 77],
    [30, 94],
    [37, 98],
  ],
}
const stand: Pose = {
  head: [50, 12],
  chest: [50, 30],
  hip: [49, 54],
  nearArm: [
    [49, 29],
    [45, 44],
    [50, 57],
  ],
  farArm: [
    [52, 29],
    [57, 43],
    [58, 56],
  ],
  nearLeg: [
    [48, 56],
    [47, 77],
    [45, 97],
    [55, 98],
  ],
  farLeg: [
    [50, 56],
    [54, 77],
    [56, 97],
    [65, 98],
  ],
}

/** The posture of each sport. */
export const poses = {
  run,
  trail,
  swim,
  ride,
  lift,
  row,
  sled,
  walk,
  stand,
  wheelchair,
  handcycle,
  kayak,
  paddle,
  skate,
  nordicski,
  elliptical,
  stairs,
} as const
