import { photos } from "./photos.gen.ts"

export const pictureKinds = ["athletes", "blog", "events", "pages", "services"] as const
export type PictureKind = (typeof pictureKinds)[number]

/** Width and height of a generated picture in CSS pixels. The first picture of an athlete is the portrait. */
export function pictureSize(kind: PictureKind, position = 1): { width: number; height: number } {
  if (kind === "athletes") return position === 1 ? { width: 800, height: 1000 } : { width: 1200, height: 800 }
  if (kind === "blog") return { width: 1200, height: 675 }
  if (kind === "events" || kind === "services") return { width: 1200, height: 800 }
  return { width: 1600, height: 1000 }
}

/** The name of a picture within its kind: "maren-oyelaran", and "maren-oyelaran-2" for the second. */
export function pictureName(slug: string, position = 1): string {
  return position === 1 ? slug : `${slug}-${position}`
}

/** The photo that an operator put in public/photos/<kind>/<name>.jpg, if there is one. */
export function photoFor(kind: PictureKind, slug: string, position = 1) {
  return photos[`${kind}/${pictureName(slug, position)}`]
}

/** Address of a picture: the operator's photo, or else the generated artwork. */
export function pictureSrc(kind: PictureKind, slug: string, position = 1): string {
  return photoFor(kind, slug, position)?.src ?? `/art/${kind}/${pictureName(slug, position)}.svg`
}
