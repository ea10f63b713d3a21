import { artworkFor, somebody } from "#content/artwork/artwork.ts"
import { events } from "#content/events.ts"
import { doing } from "#content/figures/words.ts"
import { pictureSizes } from "#content/newsletter-pictures.ts"
import type { ArticleEntry, Picture } from "#content/schema.ts"
import type { AthleteEntry } from "#content/words/athletes.ts"
import type { EventEntry } from "#content/words/events.ts"
import type { Words } from "#content/words/words.ts"

/** The picture that was added to an article, or its drawing. */
export function articlePicture({
  slug,
  picture,
  art,
}: Pick<ArticleEntry, "slug" | "picture" | "art">): Picture & { srcSet?: string | undefined } {
  return picture ? { ...picture, srcSet: pictureSizes(picture.src) } : artworkFor("blog", art ?? slug)
}

/** An event's own picture, or that of content/; an event that was added without one has that of the community. */
export function eventPicture({ slug, picture }: EventEntry): Picture {
  if (picture) return picture
  return events.some((one) => one.slug === slug)
    ? artworkFor("events", slug)
    : artworkFor("pages", "community")
}

/**
 * The portrait of an athlete, then pictures of them in motion: photos, or the drawings of content/. Somebody who was added
 * without either is the neutral figure.
 */
export function athletePictures({
  id,
  name,
  pictures,
  portrait,
  action,
}: AthleteEntry): [Picture, ...Picture[]] {
  const drawn = pictures.map(({ pose }, index): Picture => {
    const picture = artworkFor("athletes", id, index + 1)
    // The words of a drawing name the athlete, whose name may have been changed.
    const alt = `${name}, drawn ${doing[pose]}${index > 0 ? ", with the moments before" : ""}.`
    return picture.src.startsWith("/art/") ? { ...picture, alt } : picture
  })
  const [first = neutral(name), ...others] = drawn
  return [portrait ?? first, ...(action ? [action] : others)]
}

/** The portrait of the athlete with this id; null if the directory has none. */
export function portraitOf(words: Words, id: string): Picture | null {
  const athlete = words.find("athletes", id)
  return athlete ? athletePictures(athlete)[0] : null
}

function neutral(name: string): Picture {
  return { ...artworkFor("athletes", somebody), alt: `A drawn figure in place of ${name}.` }
}
