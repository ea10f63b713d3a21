import { readFonts } from "./fonts.ts"
import { type Card, cardSize, layoutCard } from "./layout.ts"

interface CardDrawer {
  /**
   * The card as PNG, 1200 by 630; null when too many others are waiting for theirs. `photo` answers the bytes of the card's
   * photograph.
   */
  draw(card: Card, photo: () => Promise<Uint8Array | null>): Promise<Buffer | null>
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
    async draw(card, photo) {
      const name = JSON.stringify(card)
      const known = drawn.get(name)
      if (known) return known
      if (waiting >= mostWaiting) return null
      waiting++
      const drawing = queue
        .then(async () => render(card, card.photo === null ? null : await photo()))
        .finally(() => waiting--)
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

async function render(card: Card, photo: Uint8Array | null): Promise<Buffer> {
  // Loaded with the first card: most processes never draw one.
  const [{ default: satori }, { renderAsync }] = await Promise.all([
    import("satori"),
    import("@resvg/resvg-js"),
  ])
  fonts ??= readFonts()
  const svg = await satori(layoutCard(card, photo && (await toPng(photo))) as Parameters<typeof satori>[0], {
    ...cardSize,
    fonts: await fonts,
  })
  const image = await renderAsync(svg, { fitTo: { mode: "width", value: cardSize.width } })
  return image.asPng()
}

/** resvg reads no WebP. */
async function toPng(photo: Uint8Array): Promise<string> {
  const { default: sharp } = await import("sharp")
  return `data:image/png;base64,${(await sharp(photo).png().toBuffer()).toString("base64")}`
}
