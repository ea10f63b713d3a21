import type { Ground } from "../grounds.ts"
import type { poses } from "./poses.ts"

const circle = (x: number, y: number, r: number, stroke: string, width: number, fill = "none") =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${stroke}" stroke-width="${width}"/>`
const line = (data: string, stroke: string, width: number) =>
  `<path d="${data}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
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
    default:
      return none
  }
}
