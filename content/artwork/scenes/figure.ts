import { drawFigure } from "../../figures/draw-figure.ts"
import { lookOf } from "../../figures/looks.ts"
import { type Pose, poses } from "../../figures/poses.ts"
import type { Ground } from "../grounds.ts"
import { between } from "../random.ts"
import type { SceneNamed, Sheet } from "../sheet.ts"

/** The postures that precede one in the same movement, nearest first. */
const movements: Partial<Record<Pose, readonly Pose[]>> = {
  run: ["run-stride", "run-easy", "run-land"],
  "run-land": ["run", "run-stride", "run-easy"],
  "run-stride": ["run-easy", "run-land", "run"],
  "run-easy": ["run-land", "run", "run-stride"],
  "run-finish": ["run-land", "run", "run-stride"],
  trail: ["trail-poles", "trail", "trail-poles"],
  "trail-down": ["run-land", "trail-down", "run-land"],
  walk: ["run-easy", "walk", "run-easy"],
  swim: ["swim-reach", "swim", "swim-reach"],
  "swim-reach": ["swim", "swim-reach", "swim"],
  wheelchair: ["wheelchair-push", "wheelchair", "wheelchair-push"],
  "wheelchair-push": ["wheelchair", "wheelchair-push", "wheelchair"],
  cheer: ["stand"],
}

/** The lifted object stays in place. */
const inPlace: readonly Pose[] = [
  "lift",
  "lift-overhead",
  "squat",
  "row",
  "stairs",
  "stand",
  "cheer",
  "yoga",
  "mobility",
]

/**
 * A person in the posture of a sport, on the ground, the slope or the water of it. `moving`: with the preceding
 * postures, like a multiple exposure.
 */
export function figure({ width, height, ground, random }: Sheet, draw: SceneNamed<"figure">): string {
  const [left, top, side] = poses[draw.pose].box
  // A figure in motion leaves room for the preceding postures.
  const field = draw.moving
    ? { x: -12, y: -14, side: 128 }
    : { x: left - side * 0.05, y: top - side * 0.05, side: side * 1.1 }
  const scale = Math.min(width, height) / field.side
  const person = { look: lookOf(draw.look), ground, athlete: draw.athlete }
  const before =
    draw.moving && !inPlace.includes(draw.pose) ? (movements[draw.pose] ?? Array(3).fill(draw.pose)) : []
  // The movement comes from the left and ends right of the middle.
  const room = width / scale - field.side
  const step = before.length > 0 ? Math.min(46, Math.max(26, room / 2)) : 0
  const x = (width - field.side * scale) / 2 - field.x * scale + (step ? room * 0.36 * scale : 0)
  const y = (height - field.side * scale) * 0.55 - field.y * scale
  const climb = draw.pose.startsWith("trail") ? (draw.pose === "trail-down" ? -0.16 : 0.42) : 0
  const echoes = before
    .map((pose, index) => {
      const back = (index + 1) * step
      const drawn = drawFigure(pose, person)
      return `<g transform="translate(${-back} ${Math.round(back * climb)})" opacity="${[0.42, 0.22, 0.1][index]}">${drawn}</g>`
    })
    .reverse()
    .join("")
  const { under, over } = floorOf(draw.pose, climb, ground)
  const [sunX, sunY, sunR] = [between(random, 5, 95), between(random, 4, 38), between(random, 9, 22)].map(
    Math.round,
  )
  const sun = `<circle cx="${sunX}" cy="${sunY}" r="${sunR}" fill="${ground.soft}"/>`
  const drawn = drawFigure(draw.pose, person)
  return `<g transform="translate(${Math.round(x)} ${Math.round(y)}) scale(${Math.round(scale * 100) / 100})">${sun}${under}${echoes}${drawn}${over}</g>`
}

/** Wide enough for every picture: the rest is clipped. */
function floorOf(pose: Pose, climb: number, { soft, middle }: Ground): { under: string; over: string } {
  const water = { swim: 66, "swim-reach": 66, kayak: 74, paddle: 96 }[pose as string]
  if (water) {
    const wave = `q8 -5 16 0${"t16 0".repeat(24)}`
    return {
      under: "",
      over: `<path d="M-150 ${water}${wave}V300H-150z" fill="${soft}"/><path d="M-150 ${water + 16}${wave}" fill="none" stroke="${middle}" stroke-width="1.4"/>`,
    }
  }
  const y = pose.startsWith("ride") ? 103.5 : 100.5
  const at = (x: number) => Math.round((y - (x - 30) * climb) * 10) / 10
  return {
    under: `<path d="M-180 ${at(-180)}L280 ${at(280)}V400H-180z" fill="${soft}"/>`,
    over: "",
  }
}
