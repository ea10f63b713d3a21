import { rmSync } from "node:fs"
import { mkdtemp, readFile, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { fontOfWoff } from "./woff.ts"

/** The fonts for names, the site's own first: id, family, weight. A letter is taken from the first font that has it. */
const faces = [
  ["archivo-black", "Archivo Black", 400],
  ["hanken-grotesk", "Hanken Grotesk", 700],
  ["noto-sans", "Noto Sans", 700],
  ["noto-sans-arabic", "Noto Sans Arabic", 700],
  ["noto-sans-hebrew", "Noto Sans Hebrew", 700],
  ["noto-sans-bengali", "Noto Sans Bengali", 700],
  ["noto-sans-malayalam", "Noto Sans Malayalam", 700],
  ["noto-sans-tamil", "Noto Sans Tamil", 700],
  ["noto-sans-thai", "Noto Sans Thai", 700],
  ["noto-sans-sc", "Noto Sans SC", 700],
  ["black-han-sans", "Black Han Sans", 400],
  ["noto-emoji", "Noto Emoji", 700],
] as const

interface NameFonts {
  /** For Pango: families in the order in which they are searched for a letter, and the weight. */
  font: string
  /** Paths of OpenType files. */
  files: string[]
  /** Letters of the name that no font has. */
  missing: Set<string>
}

/** The fonts for a name: only those files that contain one of its letters, because most are rarely needed. */
export async function fontsFor(name: string): Promise<NameFonts> {
  const all = await Promise.all(faces.map(rangesOf))
  // Joiners and selectors belong to the font of their letter.
  const letters = [...new Set(name)].filter((letter) => !/[\s\p{Cf}\p{Variation_Selector}]/u.test(letter))
  const fileWith = (face: number, letter: string) => all[face]?.find((range) => includes(range, letter))?.file
  const indexes = faces.map((_, index) => index)
  const whole = indexes.find((face) => letters.every((letter) => fileWith(face, letter)))
  // In a name of several scripts the weights would differ.
  const used = whole === undefined ? indexes.filter((face) => face > 0) : [whole]
  const found = letters.map((letter) => {
    const face = used.find((one) => fileWith(one, letter))
    return { letter, face, file: face === undefined ? undefined : fileWith(face, letter) }
  })
  const families = used
    .filter((face) => found.some((one) => one.face === face))
    .map((face) => faces[face]?.[1])
  const files = new Set(found.flatMap(({ file }) => file ?? []))
  return {
    // The comma keeps Pango from parsing "Black" as a weight.
    font: `${families.join(", ")},${whole !== undefined && faces[whole]?.[2] === 400 ? "" : " Bold"}`,
    files: await Promise.all([...files].map(openType)),
    missing: new Set(found.flatMap(({ letter, face }) => (face === undefined ? letter : []))),
  }
}

interface Range {
  /** Path of the WOFF file. */
  file: string
  /** First and last code points. */
  spans: [number, number][]
}

const known = new Map<string, Promise<Range[]>>()

function rangesOf([id, , weight]: (typeof faces)[number]): Promise<Range[]> {
  const found = known.get(id) ?? readRanges(id, weight)
  known.set(id, found)
  return found
}

/** Reads the list of a font's files, as in `{ "cyrillic": "U+0301,U+0400-045F", "[4]": ... }`. */
async function readRanges(id: string, weight: number): Promise<Range[]> {
  const { folder, files } = placeOf(id)
  const subsets: Record<string, string> = JSON.parse(await readFile(join(folder, "unicode.json"), "utf8"))
  return Object.entries(subsets).map(([subset, ranges]) => ({
    // Families and flags consist of several emoji, which only the complete font can combine.
    file: join(
      files,
      `${id}-${id === "noto-emoji" ? "emoji" : subset.replace(/[[\]]/g, "")}-${weight}-normal.woff`,
    ),
    spans: ranges.split(",").map((range) => {
      const [first = "", last = first] = range.replace("U+", "").split("-")
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
    }),
  }))
}

/**
 * The site's fonts come from packages; for the others, fonts/ contains the one weight that is used (fonts/README.md).
 */
function placeOf(id: string): { folder: string; files: string } {
  const isOfSite = id === "archivo-black" || id === "hanken-grotesk"
  if (!isOfSite) {
    const folder = join(import.meta.dirname, "fonts", id)
    return { folder, files: folder }
  }
  const folder = dirname(fileURLToPath(import.meta.resolve(`@fontsource/${id}/package.json`)))
  return { folder, files: join(folder, "files") }
}

function includes({ spans }: Range, letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0
  return spans.some(([first, last]) => first <= code && code <= last)
}

const written = new Map<string, Promise<string>>()
let folder: Promise<string> | undefined

/** The file as OpenType, because Pango ignores WOFF. */
function openType(woff: string): Promise<string> {
  const found = written.get(woff) ?? write(woff)
  written.set(woff, found)
  return found
}

async function write(woff: string): Promise<string> {
  folder ??= mkdtemp(join(tmpdir(), "b4m-card-fonts-")).then((made) => {
    process.once("exit", () => rmSync(made, { recursive: true, force: true }))
    return made
  })
  const file = join(await folder, basename(woff, ".woff").concat(".otf"))
  await writeFile(file, fontOfWoff(await readFile(woff)))
  return file
}
