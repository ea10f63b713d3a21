import { readFonts } from "./fonts.ts"
import { type Card, cardSize, layoutCard } from "./layout.ts"
import { layoutRaceCard, type RaceCard } from "./race-layout.ts"

interface CardDrawer {
  /**
   * The card as PNG, 1200 by 630; null when too many others are waiting for theirs. `photo` answers the bytes of the card's
   * photograph.
   */
  draw(card: Card, photo: () => Promise<Uint8Array | null>): Promise<Buffer | null>
  /** The card of a race, in the same turns. */
  drawRace(card: RaceCard): Promise<Buffer | null>
}

/** Cards that are kept, by what they say. */
const kept = 200
const mostWaiting = 40

/** Draws one card at a time, so that a shared link cannot take more than one core. */
export function createCardDrawer(): CardDrawer {
  const drawn = new Map<string, Promise<Buffer>>()
  let queue: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const inTurn = async (card: Card | RaceCard, draw: () => Promise<Buffer>) => {
    const name = JSON.stringify(card)
    const known = drawn.get(name)
    if (known) return known
    if (waiting >= mostWaiting) return null
    waiting++
    const drawing = queue.then(draw).finally(() => waiting--)
    queue = drawing.catch(() => {})
    drawn.set(name, drawing)
    drawing.catch(() => drawn.delete(name))
    const oldest = drawn.keys().next().value
    if (drawn.size > kept && oldest !== undefined) drawn.delete(oldest)
    return drawing
  }
  return {
    draw: (card, photo) =>
      inTurn(card, async () => {
        const bytes = card.photo === null ? null : await photo()
        return render(layoutCard(card, bytes && (await toPng(bytes))))
      }),
    drawRace: (card) => inTurn(card, () => render(layoutRaceCard(card))),
  }
}

let fonts: ReturnType<typeof readFonts> | undefined

async function render(piece: ReturnType<typeof layoutCard>): Promise<Buffer> {
  // Loaded with the first card: most processes never draw one.
  const [{ default: satori }, { renderAsync }] = await Promise.all([
    import("satori"),
    import("@resvg/resvg-js"),
  ])
  fonts ??= readFonts()
  const svg = await satori(piece as Parameters<typeof satori>[0], {
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
