import { type Card, type Format, formats } from "./card.ts"
import { readFonts } from "./fonts.ts"
import { layoutCard, nameSpace, type Portraits } from "./layout.ts"
import { drawName } from "./name-picture.ts"
import { layoutRaceCard, type RaceCard, raceNameSpace } from "./race-layout.ts"

/** Returns the bytes of a photograph by its version. */
type ReadPhoto = (version: string) => Promise<Uint8Array | null>

interface CardDrawer {
  /** The card as PNG; null if too many other cards are waiting. */
  draw(card: Card, format: Format, photo: ReadPhoto): Promise<Buffer | null>
  /** The card of a race, in the same queue. */
  drawRace(card: RaceCard): Promise<Buffer | null>
}

/** The cache of cards, by their content. */
const kept = 200
const mostWaiting = 40

const paper = "#f6f5f0"

/** Draws one card at a time, so that a shared link cannot take more than one core. */
export function createCardDrawer(): CardDrawer {
  const drawn = new Map<string, Promise<Buffer>>()
  let queue: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const inTurn = async (name: string, draw: () => Promise<Buffer>) => {
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
    draw: (card, format, photo) =>
      inTurn(`${format} ${JSON.stringify(card)}`, async () =>
        render(layoutCard(card, format, await portraitsOf(card, format, photo)), format),
      ),
    drawRace: (card) =>
      inTurn(JSON.stringify(card), async () => {
        const names = card.leaders.map(({ name }) => name ?? "A private athlete")
        const pictures = await Promise.all(
          names.map((name) => drawName(name, { ...raceNameSpace, color: paper })),
        )
        return render(layoutRaceCard(card, pictures), "wide")
      }),
  }
}

let fonts: ReturnType<typeof readFonts> | undefined

async function render(piece: ReturnType<typeof layoutCard>, format: Format): Promise<Buffer> {
  // Loaded with the first card, because most processes never draw one.
  const [{ default: satori }, { default: sharp }] = await Promise.all([import("satori"), import("sharp")])
  fonts ??= readFonts()
  const svg = await satori(piece as Parameters<typeof satori>[0], { ...formats[format], fonts: await fonts })
  return sharp(Buffer.from(svg)).png().toBuffer()
}

async function portraitsOf(card: Card, format: Format, photo: ReadPhoto): Promise<Portraits> {
  return Promise.all(
    card.people.map(async (person) => {
      const bytes = person.photo && (await photo(person.photo))
      const name = await drawName(person.name, { ...nameSpace(card, format), color: paper })
      return { name, photo: bytes ? await toPng(bytes) : null }
    }),
  )
}

/** satori does not accept WebP. */
async function toPng(photo: Uint8Array): Promise<string> {
  const { default: sharp } = await import("sharp")
  return `data:image/png;base64,${(await sharp(photo).png().toBuffer()).toString("base64")}`
}
