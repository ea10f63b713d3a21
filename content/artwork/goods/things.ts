import type { Ground } from "../grounds.ts"
import { dot, fill, rect, round, stroke } from "../pen.ts"

/** Drawn on a sheet of 1200 by 800 units. */
type Thing = (ground: Ground) => string

/** Moves and turns what is drawn, in degrees around its own corner. */
const placed = (x: number, y: number, drawn: string, scale = 1, turn = 0) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${drawn}</g>`

/** A running shoe that points to the right, 600 wide and 290 high. */
function shoe(upper: string, sole: string, laces: string): string {
  return (
    fill(
      "M12 232L20 66C22 30 62 22 82 52C108 92 156 88 184 44L206 16C238 92 322 138 432 154C530 168 590 192 592 232z",
      upper,
    ) +
    stroke("M226 66L282 44M262 98L320 74M306 124L362 100", laces, 15, round) +
    fill("M4 224H594C606 262 590 288 556 288H40C10 288 -4 264 4 224z", sole)
  )
}

/** A phone that shows a shop of ten products. */
export const phone: Thing = ({ line, sheet, soft, middle, accent }) => {
  let tiles = ""
  for (let index = 0; index < 10; index++) {
    const x = 448 + (index % 2) * 158
    const y = 154 + Math.floor(index / 2) * 112
    tiles += rect(x, y, 146, 100, index === 3 ? accent : soft, 10)
    tiles += rect(x + 16, y + 74, index === 3 ? 76 : 54, 10, index === 3 ? sheet : middle, 5)
  }
  return (
    rect(404, 40, 392, 720, line, 52) +
    rect(424, 60, 352, 680, sheet, 36) +
    rect(540, 76, 120, 20, line, 10) +
    rect(448, 116, 150, 18, middle, 9) +
    tiles +
    placed(634, 282, shoe(sheet, sheet, accent), 0.13)
  )
}

/** An open box with a pair's first shoe on top of it. */
export const box: Thing = ({ line, middle, soft, accent, sheet }) => {
  const sole = accent === sheet ? "#F6F5F0" : accent
  return (
    rect(0, 690, 1200, 110, soft) +
    rect(240, 470, 720, 240, line, 8) +
    rect(240, 470, 720, 26, sheet) +
    rect(300, 560, 210, 22, sole, 4) +
    rect(300, 604, 130, 22, middle, 4) +
    placed(290, 150, shoe(line, sole, sheet), 1.08, -4)
  )
}

/** A month of posts: the days that have one, and the race that they lead to. */
export const calendar: Thing = ({ line, middle, soft, sheet, accent }) => {
  const posts = new Set([1, 3, 5, 8, 10, 12, 15, 17, 19, 22, 24, 26])
  let days = ""
  for (let day = 0; day < 28; day++) {
    const x = 226 + (day % 7) * 110
    const y = 252 + Math.floor(day / 7) * 112
    if (day === 27) days += dot(x + 44, y + 44, 50, accent) + dot(x + 44, y + 44, 24, sheet)
    else days += posts.has(day) ? rect(x, y, 88, 88, line, 6) : rect(x, y, 88, 88, soft, 6)
  }
  return (
    rect(170, 92, 860, 650, sheet, 20) +
    stroke(
      "M190 92H1010A20 20 0 0 1 1030 112V722A20 20 0 0 1 1010 742H190A20 20 0 0 1 170 722V112A20 20 0 0 1 190 92z",
      line,
      14,
    ) +
    rect(170, 92, 860, 106, line, 20) +
    rect(330, 50, 26, 96, middle, 13) +
    rect(844, 50, 26, 96, middle, 13) +
    days
  )
}

/** A question and its answer. */
export const talk: Thing = ({ line, middle, sheet, accent }) =>
  fill(
    "M150 110H760A44 44 0 0 1 804 154V372A44 44 0 0 1 760 416H330L220 520V416H150A44 44 0 0 1 106 372V154A44 44 0 0 1 150 110z",
    line,
  ) +
  rect(190, 196, 430, 30, sheet, 15) +
  rect(190, 262, 300, 30, middle, 15) +
  fill(
    "M470 330H1050A44 44 0 0 1 1094 374V592A44 44 0 0 1 1050 636H980V740L870 636H470A44 44 0 0 1 426 592V374A44 44 0 0 1 470 330z",
    sheet,
  ) +
  fill(
    "M490 350H1030A44 44 0 0 1 1074 394V572A44 44 0 0 1 1030 616H960V690L880 616H490A44 44 0 0 1 446 572V394A44 44 0 0 1 490 350z",
    accent,
  ) +
  rect(530, 424, 460, 30, "#0E1110", 15) +
  rect(530, 484, 380, 30, "#0E1110", 15) +
  rect(530, 544, 220, 30, "#0E1110", 15)

/** Worksheets, the first one filled in. */
export const worksheets: Thing = ({ line, middle, soft, sheet, accent }) => {
  const page = (fillColor: string) => rect(0, 0, 430, 580, line, 10) + rect(10, 10, 410, 560, fillColor, 6)
  let lines = ""
  for (const [index, width] of [250, 330, 290, 190].entries())
    lines += rect(52, 300 + index * 62, width, 20, soft, 10)
  return (
    placed(190, 190, page(soft), 1, -12) +
    placed(610, 96, page(middle), 1, 9) +
    placed(
      384,
      112,
      page(sheet) +
        dot(122, 156, 74, line) +
        dot(122, 156, 52, accent) +
        rect(228, 112, 142, 26, line, 13) +
        rect(228, 162, 96, 26, middle, 13) +
        lines +
        stroke("M290 470L330 512L408 408", line, 40, round) +
        stroke("M290 470L330 512L408 408", accent, 22, round),
    )
  )
}

/** A store before opening hours, with the light on. */
export const shopfront: Thing = ({ line, middle, soft, sheet, accent }) => {
  let awning = ""
  for (let index = 0; index < 12; index++)
    awning += fill(
      `M${150 + index * 75} 210H${225 + index * 75}V300A37 37 0 0 1 ${150 + index * 75} 300z`,
      index % 2 ? line : accent,
    )
  const shelf = (x: number, y: number) =>
    placed(x, y, shoe(line, accent, sheet), 0.19) + rect(x - 22, y + 58, 156, 8, middle)
  return (
    rect(0, 700, 1200, 100, soft) +
    rect(150, 96, 900, 604, soft) +
    rect(150, 96, 900, 114, line) +
    awning +
    rect(210, 372, 420, 262, sheet) +
    shelf(262, 408) +
    shelf(448, 408) +
    shelf(262, 532) +
    shelf(448, 532) +
    rect(720, 372, 230, 328, accent) +
    rect(906, 372, 44, 328, line) +
    rect(190, 634, 460, 24, line)
  )
}
