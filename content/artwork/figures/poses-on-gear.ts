import type { Pose } from "./pose.ts"

/** In a racing chair: kneeling, the hands on the rims. */
export const wheelchair: Pose = {
  head: [69, 36],
  chest: [55, 46],
  hip: [36, 62],
  nearArm: [
    [54, 46],
    [39, 44],
    [48, 61],
  ],
  farArm: [
    [57, 46],
    [46, 40],
    [60, 58],
  ],
  nearLeg: [
    [36, 63],
    [58, 68],
    [40, 76],
    [31, 78],
  ],
  farLeg: [
    [37, 63],
    [60, 67],
    [43, 76],
    [34, 78],
  ],
}
/** Reclined, the cranks in front of the chest. */
export const handcycle: Pose = {
  head: [25, 40],
  chest: [28, 58],
  hip: [41, 77],
  nearArm: [
    [29, 57],
    [42, 66],
    [58, 60],
  ],
  farArm: [
    [31, 57],
    [45, 56],
    [60, 50],
  ],
  nearLeg: [
    [42, 79],
    [64, 68],
    [84, 78],
    [90, 69],
  ],
  farLeg: [
    [43, 79],
    [66, 69],
    [85, 77],
    [91, 68],
  ],
}
export const kayak: Pose = {
  head: [54, 26],
  chest: [50, 44],
  hip: [46, 66],
  nearArm: [
    [49, 43],
    [60, 56],
    [75, 54],
  ],
  farArm: [
    [53, 43],
    [66, 48],
    [58, 39],
  ],
  nearLeg: [
    [46, 70],
    [66, 72],
    [84, 74],
    [90, 74],
  ],
  farLeg: [
    [46, 70],
    [66, 72],
    [84, 74],
    [90, 74],
  ],
}
export const paddle: Pose = {
  head: [51, 8],
  chest: [51, 26],
  hip: [46, 48],
  nearArm: [
    [50, 25],
    [57, 40],
    [70, 48],
  ],
  farArm: [
    [53, 25],
    [66, 23],
    [72, 11],
  ],
  nearLeg: [
    [46, 50],
    [55, 69],
    [48, 89],
    [58, 91],
  ],
  farLeg: [
    [47, 50],
    [61, 68],
    [60, 89],
    [70, 91],
  ],
}
export const skate: Pose = {
  head: [73, 30],
  chest: [59, 40],
  hip: [38, 50],
  nearArm: [
    [57, 41],
    [42, 36],
    [30, 44],
  ],
  farArm: [
    [61, 41],
    [70, 55],
    [86, 52],
  ],
  nearLeg: [
    [39, 52],
    [62, 64],
    [52, 86],
    [63, 89],
  ],
  farLeg: [
    [38, 52],
    [29, 74],
    [6, 84],
    [14, 91],
  ],
}
export const nordicski: Pose = {
  head: [64, 17],
  chest: [58, 35],
  hip: [46, 55],
  nearArm: [
    [56, 34],
    [42, 42],
    [29, 50],
  ],
  farArm: [
    [60, 34],
    [71, 44],
    [83, 37],
  ],
  nearLeg: [
    [46, 57],
    [64, 68],
    [57, 91],
    [67, 94],
  ],
  farLeg: [
    [46, 57],
    [38, 78],
    [17, 87],
    [26, 93],
  ],
}
export const elliptical: Pose = {
  head: [50, 9],
  chest: [50, 27],
  hip: [47, 50],
  nearArm: [
    [49, 26],
    [60, 40],
    [75, 37],
  ],
  farArm: [
    [52, 26],
    [58, 41],
    [67, 46],
  ],
  nearLeg: [
    [47, 52],
    [60, 69],
    [54, 88],
    [64, 90],
  ],
  farLeg: [
    [47, 52],
    [45, 73],
    [28, 85],
    [38, 88],
  ],
}
export const stairs: Pose = {
  head: [59, 7],
  chest: [55, 25],
  hip: [48, 47],
  nearArm: [
    [53, 24],
    [42, 37],
    [53, 47],
  ],
  farArm: [
    [57, 24],
    [66, 37],
    [78, 31],
  ],
  nearLeg: [
    [48, 49],
    [67, 55],
    [63, 75],
    [73, 76],
  ],
  farLeg: [
    [48, 49],
    [46, 72],
    [38, 93],
    [48, 95],
  ],
}
