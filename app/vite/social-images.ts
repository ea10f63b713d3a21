import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import type { Font } from "satori"
import type { Plugin } from "vite"
import { pictureName } from "#content/artwork/address.ts"
import { everyPiece } from "#content/artwork/artwork.ts"
import { drawPicture } from "#content/artwork/draw.ts"
import { type SocialCard, socialCards } from "#content/social-cards.ts"
import { socialImage, socialImageSize } from "#content/social-image.ts"

/** Draws the link preview images in parallel with the rest of the build. */
export function socialImages(): Plugin {
  let drawing: Promise<{ fileName: string; source: Uint8Array }[]> | undefined
  return {
    name: "social-images",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    buildStart() {
      drawing = drawSocialImages()
      // Awaited below; an earlier build failure is reported instead.
      drawing.catch(() => {})
    },
    async generateBundle() {
      for (const file of (await drawing) ?? []) this.emitFile({ type: "asset", ...file })
    },
  }
}

async function drawSocialImages() {
  const [{ default: satori }, { default: sharp }, fonts] = await Promise.all([
    import("satori"),
    import("sharp"),
    readFonts(),
  ])
  return Promise.all(
    socialCards().map(async (card) => {
      const words = await satori(layout(card) as Parameters<typeof satori>[0], { ...socialImageSize, fonts })
      const image = sharp(Buffer.from(words.replace("</svg>", `${artOf(card)}</svg>`))).png()
      return { fileName: (socialImage(card.path) ?? "").slice(1), source: await image.toBuffer() }
    }),
  )
}

const { width, height } = socialImageSize
const artWidth = 430

/** The page's picture, drawn in a column at the right edge. */
function artOf({ picture: { kind, slug } }: SocialCard): string {
  const piece = everyPiece().find((one) => one.kind === kind && one.slug === slug && one.position === 1)
  if (!piece) throw new Error(`No picture ${kind}/${slug}`)
  const seed = `${kind}/${pictureName(slug)}`
  const svg = drawPicture({ seed, width: artWidth, height, art: piece.art })
  return svg.replace("<svg ", `<svg x="${width - artWidth}" y="0" `)
}

const box = (style: Record<string, unknown>, children: unknown) => ({
  type: "div",
  props: { style: { display: "flex", ...style }, children },
})

/** The text, with room for the picture. */
function layout({ title, line }: SocialCard) {
  return box(
    {
      ...{ width, height, boxSizing: "border-box", padding: "56px 64px", paddingRight: artWidth + 48 },
      ...{ flexDirection: "column", justifyContent: "space-between", alignItems: "flex-start" },
      ...{ backgroundColor: "#0e1110", color: "#f6f5f0", fontFamily: "Archivo Black" },
    },
    [
      mark,
      box({ flexDirection: "column", gap: 26, width: "100%" }, [
        box({ fontSize: sizeOf(title), lineHeight: 1.04, letterSpacing: "-0.02em" }, title),
        box({ fontFamily: "Hanken Grotesk", fontSize: 30, color: "#a9aea9" }, line),
      ]),
    ],
  )
}

/** The mark, as in public/favicon.svg: the name of the site is the operator's (content/own-site.ts), and pictures are built before. */
const mark = box(
  { alignItems: "flex-end", gap: 6 },
  [36, 56, 88].map((height) => box({ width: 18, height, backgroundColor: "#d4ff3a" }, [])),
)

function sizeOf(title: string): number {
  const longest = Math.max(...title.split(" ").map((word) => word.length))
  if (title.length > 44) return 56
  return title.length > 18 || longest > 12 ? 66 : 88
}

/** The site's fonts in the one format that both packages have and satori reads. */
function readFonts(): Promise<Font[]> {
  const faces = [
    ["Archivo Black", 400, "@fontsource/archivo-black/files/archivo-black-latin-400-normal.woff"],
    ["Hanken Grotesk", 600, "@fontsource/hanken-grotesk/files/hanken-grotesk-latin-600-normal.woff"],
  ] as const
  return Promise.all(
    faces.map(async ([name, weight, file]) => ({
      ...{ name, weight, style: "normal" as const },
      data: await readFile(fileURLToPath(import.meta.resolve(file))),
    })),
  )
}
