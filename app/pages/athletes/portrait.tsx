import { photoAddress } from "#content/photos.ts"
import { Face } from "../../ui/face.tsx"
import { Picture, type PictureSource } from "../../ui/picture.tsx"

/** An athlete of the directory: the photo of their account, or else the picture of the profile. */
export function Portrait(props: {
  picture: PictureSource
  photo: string | null
  first?: boolean | undefined
  decorative?: boolean
  className?: string
}) {
  const { picture, photo } = props
  if (photo !== null)
    return (
      <Face
        key={photo}
        address={(side, format) => photoAddress(photo, side, format)}
        side={384}
        alt={props.decorative ? "" : picture.alt}
        className={`aspect-[4/5] h-auto w-full ${props.className ?? ""}`}
      />
    )
  return (
    <Picture
      picture={picture}
      first={props.first ?? false}
      decorative={props.decorative ?? false}
      className={`transition-transform duration-300 hover:scale-[1.02] ${props.className ?? ""}`}
    />
  )
}
