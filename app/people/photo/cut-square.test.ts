import { expect, test } from "vitest"
import { squareOf } from "./cut-square.ts"

test.each([
  [
    { zoom: 1, x: 0, y: 0 },
    { left: 150, top: 0, side: 600 },
  ],
  [
    { zoom: 1, x: -1, y: 1 },
    { left: 0, top: 0, side: 600 },
  ],
  [
    { zoom: 2, x: 1, y: 1 },
    { left: 600, top: 300, side: 300 },
  ],
  [
    { zoom: 2, x: 0, y: -1 },
    { left: 300, top: 0, side: 300 },
  ],
])("of 900 by 600, %j is %j", (cut, square) => {
  expect(squareOf({ width: 900, height: 600 }, cut)).toEqual(square)
})
