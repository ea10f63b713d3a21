import { type Card, type Format, formats } from "./card.ts"
import { readFonts } from "./fonts.ts"
import { layoutCard, nameSpace, type Portraits } from "./layout.ts"
import { drawName } from "./name-picture.ts"

/** Answers the bytes of a photograph by its version. */
type ReadPhoto = (version: string) => Promise<Uint8Array | null>

interface CardDrawer {
  /** The card as PNG; null when too many others are waiting for theirs. */
  draw(card: Card, format: Format, photo: ReadPhoto): Promise<Buffer | null>
}

/** Cards that are kept, by what they say. */
const kept = 200
const mostWaiting = 40

/** Draws one card at a time, so that a shared link cannot take more than one core. */
export function createCardDrawer(): CardDrawer {
  const drawn = new Map<string, Promise<Buffer>>()
  let queue: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    async draw(card, format, photo) {
      const name = `${format} ${JSON.stringify(card)}`
      const known = drawn.get(name)
      if (known) return known
      if (waiting >= mostWaiting) return null
      waiting++
      const drawing = queue.then(async () => render(card, format, photo)).finally(() => waiting--)
      queue = drawing.catch(() => {})
      drawn.set(name, drawing)
      drawing.catch(() => drawn.delete(name))
      const oldest = drawn.keys().next().value
      if (drawn.size > kept && oldest !== undefined) drawn.delete(oldest)
      return drawing
    },
  }
}

let fonts: ReturnType<typeof readFonts> | undefined

async function render(card: Card, format: Format, photo: ReadPhoto): Promise<Buffer> {
  // Loaded with the first card: most processes never draw one.
  const [{ default: satori }, { renderAsync }] = await Promise.all([
    import("satori"),
    import("@resvg/resvg-js"),
  ])
  fonts ??= readFonts()
  const layout = layoutCard(card, format, await portraitsOf(card, format, photo))
  const svg = await satori(layout as Parameters<typeof satori>[0], { ...formats[format], fonts: await fonts })
  const image = await renderAsync(svg, { fitTo: { mode: "width", value: formats[format].width } })
  return image.asPng()
}

async function portraitsOf(card: Card, format: Format, photo: ReadPhoto): Promise<Portraits> {
  return Promise.all(
    card.people.map(async (person) => {
      const bytes = person.photo && (await photo(person.photo))
      const name = await drawName(person.name, { ...nameSpace(card, format), color: "#f6f5f0" })
      return { name, photo: bytes ? await toPng(bytes) : null }
    }),
  )
}

/** resvg reads no WebP. */
async function toPng(photo: Uint8Array): Promise<string> {
  const { default: sharp } = await import("sharp")
  return `data:image/png;base64,${(await sharp(photo).png().toBuffer()).toString("base64")}`
}
