import { gzipSync } from "node:zlib"
import { describe, expect, test } from "vitest"
import { athletes } from "../athletes.ts"
import { pictureName, pictureSize } from "./address.ts"
import { artworkFor, everyPiece } from "./artwork.ts"
import { drawPicture } from "./draw.ts"

const pieces = everyPiece().map((piece) => {
  const name = pictureName(piece.slug, piece.position)
  const seed = `${piece.kind}/${name}`
  const svg = drawPicture({ seed, ...pictureSize(piece.kind, piece.position), art: piece.art })
  return { ...piece, name: seed, svg }
})

test("no two pictures, or their descriptions, are alike", () => {
  expect(new Set(pieces.map((piece) => piece.svg)).size).toBe(pieces.length)
  expect(new Set(pieces.map((piece) => piece.art.alt)).size).toBe(pieces.length)
})

test("the same data draws the same picture", () => {
  for (const { kind, name, position, art, svg } of pieces) {
    expect(drawPicture({ seed: name, ...pictureSize(kind, position), art })).toBe(svg)
  }
})

describe.each(pieces)("$name", ({ kind, slug, position, svg }) => {
  test("is small, sized, and contains only numbers", () => {
    expect(gzipSync(svg).length).toBeLessThan(12_000)
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    const { width, height, alt } = artworkFor(kind, slug, position)
    expect(svg).toContain(`width="${width}" height="${height}"`)
    expect(alt.length).toBeGreaterThan(19)
  })
})

test("an unknown picture is an error that names it", () => {
  expect(() => artworkFor("athletes", "nobody")).toThrow("athletes/nobody")
})

test("a wheelchair racer is never drawn or described on foot", () => {
  const onWheels = athletes.filter(({ sport }) => /wheelchair|handcycl/i.test(sport))
  expect(onWheels.map(({ id }) => id)).toContain("linus-varga-cho")
  for (const { pictures, art } of onWheels) {
    for (const { pose } of pictures) expect(pose).toMatch(/^(wheelchair|handcycle)/)
    for (const { alt } of art) expect(alt).toMatch(/racing chair|handcycle/)
  }
})

test("no two portraits have the same posture", () => {
  const postures = athletes.map(({ pictures }) => pictures[0]?.pose)
  expect(new Set(postures).size).toBe(athletes.length)
})
