/** Pictures of articles and newsletters: hostile bytes become a plain picture, or nothing. */
import sharp from "sharp"
import { expect, test } from "vitest"
import { createPictures } from "./sharp.ts"

const { fitted } = createPictures()
const script = "<script>alert(1)</script>"
const drawn = (width = 40) =>
  sharp({ create: { width, height: 20, channels: 3, background: "#3a7" } })
    .withExif({ IFD0: { ImageDescription: script } })
    .jpeg()
    .toBuffer()

test.each([
  [
    "a drawing that can run scripts",
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`),
  ],
  ["a page", Buffer.from(`<!doctype html>${script}`)],
  ["a document", Buffer.from(`%PDF-1.7\n${script}`)],
  ["a GIF that is a script", Buffer.from(`GIF89a=1;/*${"\0".repeat(20)}*/alert(1)`)],
  ["nothing", Buffer.alloc(0)],
  ["half a picture", (await drawn()).subarray(0, 100)],
])("%s is no picture", async (_, bytes) => {
  expect(await fitted(bytes, 100)).toBeNull()
})

test("a picture with a script in it, before and behind it, keeps only its pixels", async () => {
  const made = await fitted(Buffer.concat([await drawn(), Buffer.from(script)]), 100)
  expect(made).toMatchObject({ width: 40, height: 20, format: "jpg" })
  expect(Buffer.from(made?.bytes ?? []).includes("script")).toBe(false)
})

test("a small file that would fill the memory is refused before it is read", async () => {
  const bomb = await sharp({ create: { width: 8_000, height: 6_500, channels: 3, background: "#fff" } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  expect(bomb.length).toBeLessThan(2_000_000)
  expect(await fitted(bomb, 100)).toBeNull()
})
