import { group, meeting } from "../goods/people.ts"
import { box, calendar, phone, shopfront, talk, worksheets } from "../goods/things.ts"
import type { SceneNamed, Sheet } from "../sheet.ts"

const things = { box, calendar, group, meeting, phone, shopfront, talk, worksheets }

/** What somebody gets for their money, as a thing or as people. */
export function goods({ width, height, ground }: Sheet, draw: SceneNamed<"goods">): string {
  const scale = Math.max(width / 1200, height / 800)
  const x = Math.round((width - 1200 * scale) / 2)
  const y = Math.round((height - 800 * scale) / 2)
  return `<g transform="translate(${x} ${y}) scale(${Math.round(scale * 1000) / 1000})">${things[draw.thing](ground)}</g>`
}
