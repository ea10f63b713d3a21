import type { Point } from "../pen.ts"
import type { Pose } from "./pose.ts"

/** The colors of a figure. */
interface Inks {
  body: string
  /** Limbs behind the trunk. */
  far: string
  top: string
  shoe: string
  /** The line that keeps a limb clear of what it crosses: the color of the sheet. */
  gap: string
}

type Hair = "none" | "bun" | "tail" | "cap" | "band"

const n = (value: number) => String(Math.round(value * 10) / 10)

/** A limb: two circles with their outer tangents. */
function limb([x1, y1]: Point, [x2, y2]: Point, r1: number, r2: number): string {
  const length = Math.hypot(x2 - x1, y2 - y1)
  const along = Math.atan2(y2 - y1, x2 - x1)
  const apart = Math.acos(Math.max(-1, Math.min(1, (r1 - r2) / length)))
  const at = (x: number, y: number, r: number, angle: number) =>
    `${n(x + r * Math.cos(angle))} ${n(y + r * Math.sin(angle))}`
  const [left, right] = [along - apart, along + apart]
  return `M${at(x1, y1, r1, right)}A${r1} ${r1} 0 1 1 ${at(x1, y1, r1, left)}L${at(x2, y2, r2, left)}A${r2} ${r2} 0 0 1 ${at(x2, y2, r2, right)}z`
}

function between([x1, y1]: Point, [x2, y2]: Point, share: number): Point {
  return [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share]
}

/** A figure in a posture: tapered limbs around a trunk, in flat colors. */
export function person(pose: Pose, ink: Inks, hair: Hair): string {
  const filled = (data: string, fill: string) => `<path d="${data}" fill="${fill}"/>`
  const cased = (data: string, fill: string) =>
    `<path d="${data}" fill="${fill}" stroke="${ink.gap}" stroke-width="1.6" paint-order="stroke"/>`
  const arm = ([shoulder, elbow, hand]: Pose["nearArm"], fill: string) =>
    cased(limb(shoulder, elbow, 4.2, 3.2) + limb(elbow, hand, 3.2, 2.3), fill) +
    filled(limb(hand, between(elbow, hand, 1.06), 2.9, 2.6), fill)
  const leg = ([hip, knee, ankle, toe]: Pose["nearLeg"], fill: string) =>
    cased(
      limb(hip, knee, 7, 4.6) +
        limb(knee, between(knee, ankle, 0.42), 4.6, 4.3) +
        limb(between(knee, ankle, 0.38), ankle, 4.3, 2.4),
      fill,
    ) + filled(limb(ankle, toe, 3.1, 2), ink.shoe)
  const { head, chest, hip } = pose
  return [
    arm(pose.farArm, ink.far),
    leg(pose.farLeg, ink.far),
    cased(limb(chest, between(chest, head, 0.5), 3.4, 3), ink.body),
    cased(limb(chest, hip, 7.6, 6.6), ink.top),
    leg(pose.nearLeg, ink.body),
    filled(limb(between(chest, hip, 0.1), between(chest, hip, 0.72), 7.5, 6.9), ink.top),
    headOf(head, ink, hair),
    arm(pose.nearArm, ink.body),
  ].join("")
}

function headOf([x, y]: Point, ink: Inks, hair: Hair): string {
  const circle = (cx: number, cy: number, r: number, fill: string, more = "") =>
    `<circle cx="${n(cx)}" cy="${n(cy)}" r="${r}" fill="${fill}"${more}/>`
  const skull = circle(x, y, 7.3, ink.body, ` stroke="${ink.gap}" stroke-width="1.6" paint-order="stroke"`)
  const brow = `M${n(x - 7.2)} ${n(y - 1.5)}A7.3 7.3 0 0 1 ${n(x + 7.2)} ${n(y - 1.5)}`
  switch (hair) {
    case "none":
      return skull
    case "bun":
      return circle(x - 5.6, y - 6.4, 3.4, ink.body) + skull
    case "tail":
      return `<path d="M${n(x - 5)} ${n(y - 4)}Q${n(x - 15)} ${n(y - 5)} ${n(x - 16)} ${n(y + 6)}Q${n(x - 11)} ${n(y + 2)} ${n(x - 5)} ${n(y + 3)}z" fill="${ink.body}"/>${skull}`
    case "cap":
      return `${skull}<path d="${brow}L${n(x + 13)} ${n(y - 0.4)}L${n(x + 7)} ${n(y - 0.2)}H${n(x - 7.2)}z" fill="${ink.top}"/>`
    case "band":
      return `${skull}<path d="M${n(x - 7.2)} ${n(y - 1.2)}L${n(x + 7.1)} ${n(y - 2.6)}" stroke="${ink.top}" stroke-width="2.4"/>`
  }
}
