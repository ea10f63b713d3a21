import { drawMark, markSize } from "../mark.ts"
import { rect } from "../pen.ts"
import type { SceneNamed, Sheet } from "../sheet.ts"

/** Plate: kilograms, height and thickness as a share of the largest one's height. After the sizes used in competition. */
const sizes = [
  [25, 1, 0.15],
  [20, 1, 0.13],
  [15, 0.89, 0.115],
  [10, 0.72, 0.1],
  [5, 0.51, 0.09],
  [2.5, 0.43, 0.075],
  [1.25, 0.36, 0.065],
] as const

/** The bar that makes this weight with a 20 kg bar, heaviest plates inside. */
export function plates(sheet: Sheet, draw: SceneNamed<"plates">): string {
  const { width, height, margin, ground } = sheet
  const box = { x: margin, y: height - margin, maxWidth: width - 2 * margin, maxHeight: height * 0.24 }
  const floor = height - margin * 1.8 - markSize(draw.mark, box).height
  let rest = (draw.kg - 20) / 2
  const side: (readonly [kg: number, tall: number, thick: number])[] = []
  for (const size of sizes) {
    while (rest >= size[0]) {
      side.push(size)
      rest -= size[0]
    }
  }
  const tallest = floor - margin * 1.2
  const middle = margin * 1.2 + tallest / 2
  const grip = width * 0.19
  const thickness = side.reduce((sum, size) => sum + size[2] + 0.012, 0)
  const unit = Math.min(tallest * 1.05, (width / 2 - grip / 2 - margin * 1.6) / thickness)
  const bar = tallest * 0.05
  let out = rect(-10, middle - bar / 2, width + 20, bar, ground.middle)
  // Knurling: the two bands where the hands go.
  for (let x = width / 2 - grip * 0.42; x < width / 2 + grip * 0.42; x += 9)
    out += rect(x, middle - bar / 2, 3, bar, ground.sheet)
  for (const way of [-1, 1]) {
    let x = width / 2 + (way * grip) / 2
    const put = (thick: number, tall: number, color: string) => {
      out += rect(way > 0 ? x : x - thick, middle - tall / 2, thick, tall, color, Math.min(12, thick / 4))
      x += way * (thick + unit * 0.012)
    }
    put(unit * 0.03, tallest * 0.16, ground.line)
    for (const [index, [kg, tall, thick]] of side.entries()) {
      const color =
        index === 0 ? ground.accent : kg >= 20 ? ground.line : kg >= 10 ? ground.middle : ground.line
      put(unit * thick, tallest * tall, color)
    }
    put(unit * 0.05, tallest * 0.13, ground.middle)
  }
  return out + drawMark(draw.mark, box, ground.mark)
}
