import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { everyPiece } from "./artwork.ts"
import { imageSize } from "./image-size.ts"
import { writeArtwork } from "./write.ts"

describe("pictures on disk", () => {
  let folder = ""
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "artwork-"))
  })
  afterAll(() => rm(folder, { recursive: true }))

  /** The first bytes of a PNG of 640 by 480. */
  const png = Buffer.alloc(33)
  png.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1")
  png.writeUInt32BE(640, 16)
  png.writeUInt32BE(480, 20)

  test("draws everything, lists photos and removes outdated files", async () => {
    await mkdir(join(folder, "photos/athletes"), { recursive: true })
    await mkdir(join(folder, "art/blog"), { recursive: true })
    await writeFile(join(folder, "photos/athletes/maren-oyelaran.png"), png)
    await writeFile(join(folder, "art/blog/gone.svg"), "<svg/>")
    const photosModule = join(folder, "photos.gen.ts")
    expect(await writeArtwork(folder, photosModule)).toEqual({
      pictures: everyPiece().length,
      photographs: 1,
    })
    expect((await readdir(join(folder, "art/athletes"))).length).toBe(46)
    expect(await readdir(join(folder, "art/blog"))).not.toContain("gone.svg")
    const { photos } = await import(photosModule)
    expect(photos["athletes/maren-oyelaran"]).toEqual({
      src: "/photos/athletes/maren-oyelaran.png",
      width: 640,
      height: 480,
    })
  })

  test("a file that is not an image stops the build with an error that names it", async () => {
    await writeFile(
      join(folder, "photos/athletes/teo-barragan.jpg"),
      "not an image, but long enough to have a header",
    )
    await expect(writeArtwork(folder, join(folder, "photos.gen.ts"))).rejects.toThrow("teo-barragan.jpg")
    expect(await readFile(join(folder, "photos.gen.ts"), "utf8")).not.toContain("teo")
  })
})

describe("sizes from headers", () => {
  const jpeg = Buffer.alloc(40)
  jpeg.set([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 17, 8, 0x03, 0x20, 0x04, 0xb0])
  const webp = Buffer.alloc(40)
  webp.write("RIFF\0\0\0\0WEBPVP8X", "latin1")
  webp.writeUIntLE(1199, 24, 3)
  webp.writeUIntLE(799, 27, 3)
  test.each([
    ["JPEG", jpeg, { width: 1200, height: 800 }],
    ["WebP", webp, { width: 1200, height: 800 }],
    ["text", Buffer.from("just some text that is longer than a header"), undefined],
    ["nothing", Buffer.alloc(0), undefined],
  ])("%s", (_, bytes, size) => {
    expect(imageSize(bytes)).toEqual(size)
  })
})
