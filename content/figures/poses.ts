/** The positions of the parts of a drawn figure, in the units of figures.svg and portraits.svg. */
export interface Posture {
  /** The square that contains it with its gear: left, top, side. */
  box: readonly [x: number, y: number, side: number]
  /** The middle of the head, and its tilt in degrees. */
  head: readonly [x: number, y: number, tilt: number]
  /** The middle of the bib on the chest, and its tilt in degrees; null where none is worn. */
  bib: readonly [x: number, y: number, tilt: number] | null
  /** Worn on the head, in place of hair. */
  cap: "helmet" | "swim-cap" | null
}

export const poses = {
  run: { box: [-6, -3, 103], head: [57, 13, 4], bib: [49.9, 40.2, 13], cap: null },
  "run-land": { box: [0, -3, 103], head: [55, 14, 2], bib: [49.7, 41.2, 8], cap: null },
  "run-stride": { box: [0, -2, 109], head: [59, 14, 6], bib: [50.5, 41.2, 15], cap: null },
  "run-finish": { box: [-9, -6, 112], head: [54, 14, -10], bib: [48.7, 41.7, 7], cap: null },
  "run-easy": { box: [-5, -5, 111], head: [52, 12, 0], bib: [49.2, 39.7, 5], cap: null },
  trail: { box: [0, 1, 105], head: [63, 17, 4], bib: [51.4, 42.4, 29], cap: null },
  "trail-down": { box: [-9, -5, 106], head: [45, 12, -4], bib: [44, 39.7, 0], cap: null },
  "trail-poles": { box: [2, 0, 106], head: [62, 16, 6], bib: [52.2, 42.8, 23], cap: null },
  hike: { box: [-5, -3, 109], head: [54, 13, 4], bib: [49.3, 40.7, 10], cap: null },
  walk: { box: [-5, -5, 111], head: [52, 12, 0], bib: [49.2, 40.1, 5], cap: null },
  stand: { box: [-2, -5, 111], head: [50, 12, 0], bib: [49.6, 40.1, 2], cap: null },
  swim: { box: [-16, -6, 120], head: [73, 57, 64], bib: null, cap: "swim-cap" },
  "swim-reach": { box: [-15, 3, 118], head: [70, 56, 58], bib: null, cap: "swim-cap" },
  ride: { box: [-4, 0, 113], head: [78, 20, 8], bib: [54.5, 37.5, 63], cap: "helmet" },
  "ride-sprint": { box: [-4, -4, 113], head: [80, 12, 14], bib: [58.2, 28.2, 65], cap: "helmet" },
  lift: { box: [4, 9, 98], head: [70, 26, 14], bib: [47.9, 45.5, 62], cap: null },
  "lift-overhead": { box: [-16, -19, 126], head: [52, 20, 0], bib: [48.2, 47.2, 5], cap: null },
  squat: { box: [0, 8, 97], head: [59, 24, 4], bib: [44.3, 50.2, 36], cap: null },
  row: { box: [2, 0, 109], head: [43, 22, 4], bib: [38.7, 50.9, 7], cap: null },
  sled: { box: [-4, 0, 123], head: [66, 33, 24], bib: [43.2, 46.8, 67], cap: null },
  hiit: { box: [-17, -2, 106], head: [49, 20, -8], bib: [47.2, 47.2, 5], cap: null },
  wheelchair: { box: [15, 8, 106], head: [71, 33, 20], bib: [46.8, 48.9, 58], cap: "helmet" },
  "wheelchair-push": { box: [15, 13, 106], head: [76, 44, 26], bib: [49.9, 52.9, 74], cap: "helmet" },
  handcycle: { box: [-8, 2, 125], head: [25, 40, -2], bib: [33.5, 66, -34], cap: "helmet" },
  kayak: { box: [-16, -19, 135], head: [54, 26, 0], bib: [48.3, 53.2, 10], cap: null },
  paddle: { box: [-8, -13, 127], head: [51, 8, 4], bib: [48.9, 35.2, 13], cap: null },
  skate: { box: [-3, 12, 98], head: [73, 30, 12], bib: [50.2, 44.2, 65], cap: "helmet" },
  nordicski: { box: [-13, -10, 126], head: [64, 17, 8], bib: [53, 43.4, 31], cap: null },
  ski: { box: [10, 8, 106], head: [66, 24, 10], bib: [47.6, 45.9, 55], cap: "helmet" },
  elliptical: { box: [2, -8, 114], head: [50, 9, 0], bib: [48.7, 36.7, 7], cap: null },
  stairs: { box: [-2, -13, 120], head: [59, 7, 2], bib: [52.1, 34.2, 18], cap: null },
  yoga: { box: [-6, -6, 113], head: [48, 22, -4], bib: [48.6, 49.2, 3], cap: null },
  mobility: { box: [8, 11, 102], head: [49, 37, 14], bib: [43.9, 63.7, 12], cap: null },
  cheer: { box: [-1, -6, 112], head: [50, 12, -8], bib: [49.6, 40.1, 2], cap: null },
} as const satisfies Record<string, Posture>

export type Pose = keyof typeof poses
