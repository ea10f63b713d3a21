import { existsSync } from "node:fs"
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { pictureKinds, pictureName, pictureSize } from "./address.ts"
import { everyPiece } from "./artwork.ts"
import { drawPicture } from "./draw.ts"
import { imageSize } from "./image-size.ts"

/**
 * Draws every picture into `<publicDir>/art/<kind>/<slug>.svg` and lists the photos of
 * `<publicDir>/photos/<kind>/` in photos.gen.ts. Run at the start of every build; unchanged pictures are not written
 * again.
 * @param photosModule where the list of photos is written
 * @returns how many pictures and photos there are
 */
export async function writeArtwork(
  publicDir: string,
  photosModule = join(import.meta.dirname, "photos.gen.ts"),
): Promise<{ pictures: number; photographs: number }> {
  const pieces = everyPiece()
  const wanted = new Set<string>()
  for (const { kind, slug, position, art } of pieces) {
    const name = pictureName(slug, position)
    const file = join(publicDir, "art", kind, `${name}.svg`)
    wanted.add(file)
    const svg = drawPicture({
      seed: `${kind}/${name}`,
      ...pictureSize(kind, position),
      art,
    })
    await writeIfChanged(file, svg)
  }
  await removeOthers(join(publicDir, "art"), wanted)
  const photographs = await listPhotographs(publicDir)
  await writeIfChanged(photosModule, photosText(photographs))
  return { pictures: pieces.length, photographs: Object.keys(photographs).length }
}

interface Photo {
  src: string
  width: number
  height: number
}

async function listPhotographs(publicDir: string): Promise<Record<string, Photo>> {
  const found: Record<string, Photo> = {}
  for (const kind of pictureKinds) {
    const folder = join(publicDir, "photos", kind)
    if (!existsSync(folder)) continue
    for (const file of (await readdir(folder)).sort()) {
      const match = /^([a-z0-9-]+)\.(jpg|jpeg|png|webp)$/.exec(file)
      if (!match?.[1]) continue
      const size = imageSize(await readFile(join(folder, file)))
      if (!size)
        throw new Error(`public/photos/${kind}/${file} is not a JPEG, PNG or WebP image that can be read`)
      found[`${kind}/${match[1]}`] = { src: `/photos/${kind}/${file}`, ...size }
    }
  }
  return found
}

function photosText(photographs: Record<string, Photo>): string {
  return `// Written by content/artwork/write.ts: the photos in public/photos.
export const photos: Readonly<Record<string, { src: string; width: number; height: number }>> = ${JSON.stringify(photographs, null, 2)}
`
}

async function writeIfChanged(file: string, text: string): Promise<void> {
  if (existsSync(file) && (await readFile(file, "utf8")) === text) return
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

async function removeOthers(folder: string, wanted: ReadonlySet<string>): Promise<void> {
  if (!existsSync(folder)) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile() && !wanted.has(file)) await rm(file)
  }
}

if (process.argv[1] === import.meta.filename) {
  const { pictures, photographs } = await writeArtwork(join(import.meta.dirname, "../../public"))
  process.stdout.write(`${pictures} pictures drawn, ${photographs} photos found\n`)
}
