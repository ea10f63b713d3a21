import { athleteById, athletes } from "../athletes.ts"
import type { Art, Picture } from "../schema.ts"
import { type PictureKind, photoFor, pictureSize, pictureSrc } from "./address.ts"
import { blogArt, eventArt, pageArt, serviceArt } from "./pieces.ts"

/** The picture of an athlete whom an operator added without a photo. */
export const somebody = "somebody"
const somebodyArt: Art = {
  alt: "A drawn figure, standing at ease before the start.",
  ground: "paper",
  draw: { scene: "figure", pose: "stand", look: "none.1.0.2", athlete: null, moving: false },
}

/** One picture of the site: its name and the data from which it is drawn. */
interface Piece {
  kind: PictureKind
  slug: string
  /** 1 for the first picture of a slug. */
  position: number
  art: Art
}

/**
 * A picture with its address, its size (so that its place is kept while it loads) and the words for those who cannot
 * see it. A photo in public/photos/<kind>/<slug>.jpg replaces the generated artwork.
 * @param position 1 is the portrait or the main picture; athletes have more
 */
export function artworkFor(kind: PictureKind, slug: string, position = 1): Picture {
  const art = artOf(kind, slug, position)
  if (!art) throw new Error(`No picture ${position} of ${kind}/${slug}`)
  const photo = photoFor(kind, slug, position)
  if (photo) return { ...photo, alt: photoAlt(kind, slug, position) }
  return {
    src: pictureSrc(kind, slug, position),
    ...pictureSize(kind, position),
    alt: art.alt,
    ...("caption" in art && art.caption ? { caption: art.caption } : {}),
  }
}

/** Every picture that the generator draws. */
export function everyPiece(): Piece[] {
  const single = (kind: PictureKind, all: Readonly<Record<string, Art>>) =>
    Object.entries(all).map(([slug, art]): Piece => ({ kind, slug, position: 1, art }))
  return [
    ...athletes.flatMap((athlete) =>
      athlete.art.map(
        (art, index): Piece => ({ kind: "athletes", slug: athlete.id, position: index + 1, art }),
      ),
    ),
    { kind: "athletes", slug: somebody, position: 1, art: somebodyArt },
    ...single("blog", blogArt),
    ...single("events", eventArt),
    ...single("pages", pageArt),
    ...single("services", serviceArt),
  ]
}

function artOf(kind: PictureKind, slug: string, position: number): Art | undefined {
  if (kind === "athletes" && slug === somebody) return position === 1 ? somebodyArt : undefined
  if (kind === "athletes") return athleteById(slug)?.art[position - 1]
  return { blog: blogArt, events: eventArt, pages: pageArt, services: serviceArt }[kind][slug]
}

/** The alternative text of an operator's photo, whose contents are unknown here. */
function photoAlt(kind: PictureKind, slug: string, position: number): string {
  const athlete = kind === "athletes" ? athleteById(slug) : undefined
  if (athlete)
    return position === 1
      ? `Portrait of ${athlete.name}`
      : `${athlete.name} at ${athlete.topEvents[position - 1] ?? "a race"}`
  return `Photo: ${slug.replaceAll("-", " ")}`
}
