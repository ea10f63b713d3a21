import { gearOf } from "../figures/gear.ts"
import { person } from "../figures/person.ts"
import { poses } from "../figures/poses.ts"
import type { Ground } from "../grounds.ts"
import type { SceneNamed, Sheet } from "../sheet.ts"

/** Where the figure stands in its own field, and how much of it a picture shows. */
const field = { x: -12, y: -14, width: 128, height: 128 }

/** A person in the posture of a sport, on the ground, the slope or the water of it. */
export function figure({ width, height, ground, random }: Sheet, draw: SceneNamed<"figure">): string {
  const { behind, before } = gearOf(draw.pose, ground)
  const inks = {
    body: ground.line,
    far: ground.middle,
    top: ground.accent,
    shoe: ground.sheet === ground.accent ? ground.line : ground.track,
    gap: ground.sheet,
  }
  const scale = Math.min(width / field.width, height / field.height)
  const x = (width - field.width * scale) / 2 - field.x * scale
  // A little below the middle: the ground is part of the picture.
  const y = (height - field.height * scale) * 0.55 - field.y * scale
  const drawn = person(poses[draw.pose], inks, draw.hair)
  const { under, over } = floorOf(draw, ground)
  // The sun of that day, in a place of its own for each picture.
  const [sunX, sunY, sunR] = [5, 4, 9].map((least, index) =>
    Math.round(least + random() * (index === 0 ? 90 : index === 1 ? 34 : 13)),
  )
  const sun = draw.floor ? `<circle cx="${sunX}" cy="${sunY}" r="${sunR}" fill="${ground.soft}"/>` : ""
  return `<g transform="translate(${Math.round(x)} ${Math.round(y)}) scale(${Math.round(scale * 100) / 100})">${sun}${under}${behind}${drawn}${before}${over}</g>`
}

/** Wide enough for every picture: what is outside is not shown. */
function floorOf(
  { pose, floor }: SceneNamed<"figure">,
  { soft, middle }: Ground,
): { under: string; over: string } {
  if (!floor) return { under: "", over: "" }
  const water = { swim: 66, kayak: 74, paddle: 96 }[pose as string]
  if (water) {
    const wave = `q8 -5 16 0${"t16 0".repeat(24)}`
    return {
      under: "",
      over: `<path d="M-150 ${water}${wave}V300H-150z" fill="${soft}"/><path d="M-150 ${water + 16}${wave}" fill="none" stroke="${middle}" stroke-width="1.4"/>`,
    }
  }
  if (pose === "trail") return { under: `<path d="M-150 177L260 6V300H-150z" fill="${soft}"/>`, over: "" }
  return {
    under: `<path d="M-150 ${pose === "ride" ? 103.5 : 100.5}H260V300H-150z" fill="${soft}"/>`,
    over: "",
  }
}
