import type { Ground } from "../grounds.ts"
import type { poses } from "./poses.ts"

const circle = (x: number, y: number, r: number, stroke: string, width: number, fill = "none") =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${stroke}" stroke-width="${width}"/>`
const line = (data: string, stroke: string, width: number) =>
  `<path d="${data}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
/** The blade of a paddle, turned by degrees. */
const blade = (x: number, y: number, turn: number, fill: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="9" ry="3.4" transform="rotate(${turn} ${x} ${y})" fill="${fill}"/>`
/** A skate below a foot: its frame, and four wheels from one end to the other. */
const wheels = (x1: number, y1: number, x2: number, y2: number, ink: string) =>
  line(`M${x1} ${y1}L${x2} ${y2}`, ink, 1.8) +
  [0, 1, 2, 3]
    .map((nr) => circle(x1 + ((x2 - x1) * nr) / 3, y1 + ((y2 - y1) * nr) / 3 + 3, 2.3, ink, 0, ink))
    .join("")
const none = { behind: "", before: "" }

/** What a sport is done with, behind the figure and in front of it. */
export function gearOf(pose: keyof typeof poses, ground: Ground): { behind: string; before: string } {
  const { line: ink, middle, sheet, accent } = ground
  switch (pose) {
    case "ride":
      return {
        behind:
          circle(20, 84, 19, ink, 2.4) +
          circle(84, 84, 19, ink, 2.4) +
          line("M20 84L38 56L48 84ZM38 60L76 58L48 84M35 51H44M76 58L74 52L84 53M76 58L84 84", ink, 3) +
          circle(48, 84, 5.5, ink, 2.4, sheet),
        before: "",
      }
    case "lift":
      return {
        behind: circle(69, 86, 12, middle, 0, middle),
        before: circle(62, 84, 15, sheet, 1.6, ink) + circle(62, 84, 5, sheet, 1.6, accent),
      }
    case "row":
      return {
        behind:
          line("M8 84H92M20 84V98M84 84V98", ink, 3) + circle(92, 66, 13, ink, 3) + line("M29 78H46", ink, 5),
        before: line("M74 52L88 60", ink, 1.6) + line("M74 46V58", ink, 3),
      }
    case "sled":
      return {
        behind: line("M80 34V94M90 50V94", ink, 3.4) + line("M72 98H112", ink, 5),
        before: `<rect x="84" y="62" width="22" height="30" fill="${ink}"/><rect x="84" y="70" width="22" height="3" fill="${sheet}"/><rect x="84" y="80" width="22" height="3" fill="${sheet}"/>`,
      }
    case "wheelchair":
      return {
        behind: circle(102, 91, 8, ink, 2.4) + line("M30 70H62L102 91M38 80L60 70", ink, 3.4),
        before:
          circle(40, 80, 19, ink, 2.8) + circle(40, 80, 11, middle, 1.6) + circle(40, 80, 2.4, ink, 0, ink),
      }
    case "handcycle":
      return {
        behind:
          circle(98, 86, 13, ink, 2.4) +
          line("M22 84L44 90L98 86M74 88L59 55M20 62L46 88", ink, 3) +
          circle(59, 55, 6, ink, 2.4, sheet) +
          line("M60 50L58 60", ink, 2),
        before: circle(22, 84, 15, ink, 2.8) + circle(22, 84, 2.4, ink, 0, ink),
      }
    case "kayak":
      return {
        behind: line("M34 23L97 70", ink, 2.4) + blade(31, 21, 37, ink) + blade(100, 72, 37, ink),
        before: `<path d="M-12 58Q46 72 114 56Q100 84 50 84Q4 84 -12 58z" fill="${ink}"/>${line("M16 70Q50 76 92 68", accent, 1.8)}`,
      }
    case "paddle":
      return {
        behind: line("M72.5 9L67 88", ink, 2.4) + blade(66.4, 95, 94, ink),
        before: `<path d="M-4 90Q50 97 108 86L114 84Q104 101 50 101Q4 101 -4 90z" fill="${ink}"/>`,
      }
    case "skate":
      return { behind: wheels(4, 90, 20, 97, ink), before: wheels(47, 94, 66, 94, ink) }
    case "nordicski":
      return {
        behind: line("M-8 96L44 99M83 35L72 99", ink, 1.8),
        before: line("M26 98H96Q103 98 107 92", ink, 2.6) + line("M29 48L4 94", ink, 1.8),
      }
    case "elliptical":
      return {
        behind:
          circle(94, 84, 13, ink, 3) +
          line("M8 99H110M22 91L94 80M90 98L74 34M84 98L66 42", ink, 3) +
          line("M46 94L94 88", ink, 4),
        before: line("M75 32V42", ink, 3),
      }
    case "stairs":
      return { behind: line("M4 98.5H56V79.5H82V60.5H112", ink, 3), before: "" }
    default:
      return none
  }
}
