import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Art, Scene } from "../schema.ts"
import { grounds } from "./grounds.ts"
import { randomFrom } from "./random.ts"
import { contour } from "./scenes/contour.ts"
import { days } from "./scenes/days.ts"
import { figure } from "./scenes/figure.ts"
import { intervals } from "./scenes/intervals.ts"
import { laps } from "./scenes/laps.ts"
import { plates } from "./scenes/plates.ts"
import { ridge } from "./scenes/ridge.ts"
import { rings } from "./scenes/rings.ts"
import { route } from "./scenes/route.ts"
import { splits } from "./scenes/splits.ts"
import { water } from "./scenes/water.ts"
import { wheel } from "./scenes/wheel.ts"
import type { Sheet } from "./sheet.ts"

interface PictureOrder {
  /** The seed of the random numbers, "<kind>/<name>": the same seed draws the same picture. */
  seed: string
  width: number
  height: number
  art: Art
}

/**
 * One picture as SVG text: drawn from its data, or else the file drawings/<seed>.svg, cut to the size. Decorative by
 * itself: the page describes it in `alt`.
 */
export function drawPicture({ seed, width, height, art }: PictureOrder): string {
  if (!("draw" in art)) {
    const file = readFileSync(fileURLToPath(import.meta.resolve(`./drawings/${seed}.svg`)), "utf8")
    return file.replace(
      /width="\d+" height="\d+"/,
      `width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice"`,
    )
  }
  const { ground, draw } = art
  const sheet: Sheet = {
    width,
    height,
    margin: Math.round(Math.min(width, height) * 0.07),
    ground: grounds[ground],
    random: randomFrom(seed),
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${sheet.ground.sheet}"/>${drawScene(sheet, draw)}</svg>\n`
}

function drawScene(sheet: Sheet, draw: Scene): string {
  switch (draw.scene) {
    case "splits":
      return splits(sheet, draw)
    case "ridge":
      return ridge(sheet, draw)
    case "contour":
      return contour(sheet, draw)
    case "laps":
      return laps(sheet, draw)
    case "water":
      return water(sheet, draw)
    case "plates":
      return plates(sheet, draw)
    case "rings":
      return rings(sheet, draw)
    case "route":
      return route(sheet, draw)
    case "days":
      return days(sheet, draw)
    case "figure":
      return figure(sheet, draw)
    case "intervals":
      return intervals(sheet, draw)
    case "wheel":
      return wheel(sheet, draw)
  }
}
