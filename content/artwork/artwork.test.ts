import { gzipSync } from "node:zlib"
import { describe, expect, test } from "vitest"
import { athletes } from "../athletes.ts"
import { pictureName, pictureSize } from "./address.ts"
import { artworkFor, everyPiece } from "./artwork.ts"
import { drawPicture } from "./draw.ts"

const pieces = everyPiece().map((piece) => {
  const name = pictureName(piece.slug, piece.position)
  const order = { ...pictureSize(piece.kind, piece.position), ground: piece.art.ground, draw: piece.art.draw }
  return {
    ...piece,
    name: `${piece.kind}/${name}`,
    svg: drawPicture({ seed: `${piece.kind}/${name}`, ...order }),
  }
})

test("no two pictures are alike, nor their words", () => {
  expect(new Set(pieces.map((piece) => piece.svg)).size).toBe(pieces.length)
  expect(new Set(pieces.map((piece) => piece.art.alt)).size).toBe(pieces.length)
})

test("the same data draws the same picture", () => {
  for (const { kind, name, position, art, svg } of pieces) {
    expect(
      drawPicture({ seed: name, ...pictureSize(kind, position), ground: art.ground, draw: art.draw }),
    ).toBe(svg)
  }
})

describe.each(pieces)("$name", ({ kind, slug, position, svg }) => {
  test("is small, sized, and holds only numbers", () => {
    expect(gzipSync(svg).length).toBeLessThan(12_000)
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    const { width, height, alt } = artworkFor(kind, slug, position)
    expect(svg).toContain(`width="${width}" height="${height}"`)
    expect(alt.length).toBeGreaterThan(19)
  })
})

test("a picture that nobody ordered is an error with its name", () => {
  expect(() => artworkFor("athletes", "nobody")).toThrow("athletes/nobody")
})

test("whoever races on wheels is never drawn on foot", () => {
  const onWheels = athletes.filter(({ sport }) => /wheelchair|handcycl/i.test(sport))
  expect(onWheels.map(({ id }) => id)).toContain("linus-varga-cho")
  for (const { art } of onWheels)
    for (const { draw } of art)
      expect(["wheelchair", "handcycle", "lift"]).toContain(draw.scene === "figure" ? draw.pose : draw.scene)
})
