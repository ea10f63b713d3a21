import { drawMark, markSize } from "../mark.ts"
import { rect } from "../pen.ts"
import type { SceneNamed, Sheet } from "../sheet.ts"

/** A calendar: one square per day, columns are weeks, larger where more was done; rest days stay as points. */
export function days(sheet: Sheet, draw: SceneNamed<"days">): string {
  const { width, height, margin, ground, random } = sheet
  const box = { x: margin, y: height - margin, maxWidth: width - 2 * margin, maxHeight: height * 0.26 }
  const floor = height - margin * 1.8 - markSize(draw.mark, box).height
  const room = { w: width - 2 * margin, h: floor - margin }
  // Whole weeks to a column, or, for a month, the number that fills the space best.
  const choices = draw.days <= 35 ? [3, 5, 6, 10] : [7, 14, 21, 28]
  const pitchOf = (count: number) => Math.min(room.w / Math.ceil(draw.days / count), room.h / count)
  const inColumn = choices.reduce((best, count) => (pitchOf(count) > pitchOf(best) ? count : best))
  const columns = Math.ceil(draw.days / inColumn)
  const pitch = pitchOf(inColumn)
  const top = margin + (room.h - pitch * inColumn) / 2
  const left = draw.days <= 35 ? margin : margin + (room.w - pitch * columns) / 2
  const weekday = Array.from({ length: 7 }, () => random() * 0.4 + 0.3)
  let out = ""
  for (let day = 0; day < draw.days; day++) {
    const x = left + Math.floor(day / inColumn) * pitch
    const y = top + (day % inColumn) * pitch
    const active = random() < draw.share * (0.75 + (weekday[day % 7] ?? 0.5) * 0.5)
    const done = active || draw.share === 1 ? 0.42 + random() * 0.5 : 0.14
    const size = pitch * Math.min(0.9, done)
    const big = done > 0.84
    const color = done < 0.2 ? ground.middle : big ? ground.accent : ground.line
    out += rect(x + (pitch - size) / 2, y + (pitch - size) / 2, size, size, color)
  }
  return out + drawMark(draw.mark, box, ground.mark)
}
