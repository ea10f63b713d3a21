import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type Ground, grounds } from "../artwork/grounds.ts"
import { drawMark } from "../artwork/mark.ts"
import { kitOf, kits } from "./kit.ts"
import { builds, figureOf, hairColors, type Look, skins } from "./looks.ts"
import { type Pose, type Posture, poses } from "./poses.ts"

/**
 * A figure as SVG text with its colors written in, for pictures that are files; pages draw app/people/figure.tsx.
 * @param athlete the slug that determines kit and bib; null for the background's accent color and no bib
 */
export function drawFigure(
  pose: Pose,
  { look, ground, athlete }: { look: Look; ground: Ground; athlete: string | null },
): string {
  const { head, cap, bib }: Posture = poses[pose]
  const own = athlete === null ? null : kitOf(athlete)
  const worn = cap ?? (look.hair === "none" ? null : look.hair)
  const [behind = "", before = ""] = partsOf(pose)
  const hair = worn
    ? `<g transform="translate(${head[0]} ${head[1]}) rotate(${head[2]})" fill="${hairColors[look.hairColor - 1]?.[1]}">${lineOf(worn)}</g>`
    : ""
  const number =
    own && bib
      ? `<g transform="translate(${bib[0]} ${bib[1]}) rotate(${bib[2]})"><path d="M-5-4H5V4H-5z" fill="#fff"/><g transform="scale(.01)">${drawMark(String(own.bib), { x: 0, y: 190, maxWidth: 820, maxHeight: 380, align: "center" }, "#0E1110")}</g></g>`
      : ""
  const colors = colorsOf(look, ground, own ? kits[own.kit] : undefined)
  return resolved(behind + number + hair + before, colors, builds[look.build - 1]?.[1] ?? 0)
}

let lines: string[] | undefined

function lineOf(id: string): string {
  lines ??= ["figures.svg", "portraits.svg"].flatMap((file) =>
    readFileSync(fileURLToPath(import.meta.resolve(`./${file}`)), "utf8").split("\n"),
  )
  const found = lines.find((line) => line.startsWith(`<g id="${id}">`) || line.startsWith(`<path id="${id}"`))
  if (!found) throw new Error(`No drawing ${id}`)
  return found
}

function partsOf(pose: Pose): string[] {
  return lineOf(pose).split(/(?=<g id="[a-z-]+-front">)/)
}

function colorsOf(
  { skin }: Look,
  { sheet, line, middle, accent, track }: Ground,
  own: string | undefined,
): Record<string, string> {
  const body = skins[skin - 1]
  const wanted = own ?? accent
  const kit = wanted === sheet ? line : wanted
  return {
    gap: sheet,
    ink: line,
    mid: middle,
    kit,
    "kit-far": darker(kit),
    body: body ?? line,
    far: body ? darker(body) : middle,
    shorts: line,
    "shorts-far": middle,
    shoe: own || sheet === accent ? line : track,
  }
}

function darker(color: string): string {
  const part = (at: number) =>
    Math.round(Number.parseInt(color.slice(at, at + 2), 16) * 0.76)
      .toString(16)
      .padStart(2, "0")
  return `#${part(1)}${part(3)}${part(5)}`
}

/** Outlines in place of references to them, colors in place of properties, and without ids: a picture has many figures. */
function resolved(svg: string, colors: Record<string, string>, bulk: number): string {
  const outlines = new Map(
    [...svg.matchAll(/<path id="([^"]+)" d="([^"]+)"\/>/g)].map(([, id, d]) => [id, d]),
  )
  outlines.set("head", / d="([^"]+)"/.exec(lineOf("head"))?.[1])
  return svg
    .replace(/<defs>.*?<\/defs>/g, "")
    .replace(/<use href="#([^"]+)"/g, (_, id: string) => `<path d="${outlines.get(id)}"`)
    .replace(/calc\(([\d.]+)px \+ var\(--bulk,1px\)\)/g, (_, width: string) => String(Number(width) + bulk))
    .replaceAll("var(--bulk,1px)", String(bulk))
    .replace(/var\(--([a-z-]+)\)/g, (_, name: string) => colors[name] ?? "none")
    .replace(/ id="[^"]+"/g, "")
}

/**
 * A figure in its square as a separate picture, as app/people/figure.tsx draws it. `athlete`: null for nobody in
 * particular.
 */
export function figurePicture(text: string, athlete: string | null): string {
  const { pose, look } = figureOf(text)
  const [left, top, side] = poses[pose].box
  const ground = [grounds.stone, grounds.slate, grounds.paper][
    athlete === null ? 0 : kitOf(athlete).ground
  ] as Ground
  const drawn = drawFigure(pose, {
    look,
    ground: athlete === null ? { ...ground, accent: "#8b9088" } : ground,
    athlete,
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${side} ${side}"><path d="M${left} ${top}h${side}v${side}h-${side}z" fill="${ground.sheet}"/>${drawn}</svg>`
}
