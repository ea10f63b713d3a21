import { expect, test } from "vitest"
import { otherFitKind } from "./fit-type.ts"

/** The beginning of a FIT file: a header of 14 bytes, whose content is ignored, and the data after it. */
const file = (...bytes: number[]) => Buffer.from([14, ...Array<number>(13).fill(0xff), ...bytes])
/** Number, size and base type of the fields of a definition: the type, preceded by the product. */
const [type, product] = [
  [0, 1, 0],
  [2, 2, 0x84],
]

test.each<[string, number[], string | undefined]>([
  ["only the type", [0x40, 0, 0, 0, 0, 1, ...type, 0, 15], "monitoring"],
  ["an activity", [0x40, 0, 0, 0, 0, 1, ...type, 0, 4], undefined],
  ["big-endian numbers", [0x40, 0, 1, 0, 0, 1, ...type, 0, 2], "settings"],
  ["another local number", [0x43, 0, 0, 0, 0, 1, ...type, 3, 49], "sleep"],
  ["the type after a longer field", [0x40, 0, 0, 0, 0, 2, ...product, ...type, 0, 1, 1, 44], "metrics"],
  [
    "the type after two fields",
    [0x40, 0, 0, 0, 0, 3, ...product, 3, 4, 0x8c, ...type, 0, 1, 1, 9, 9, 9, 9, 44],
    "metrics",
  ],
  [
    "developer fields after the type",
    [0x60, 0, 0, 0, 0, 1, ...type, 2, 9, 9, 9, 8, 8, 8, 0, 68],
    "heart rate variability",
  ],
  ["the developer flag without developer fields", [0x60, 0, 0, 0, 0, 1, ...type, 0, 0, 40], "configuration"],
  ["no type", [0x40, 0, 0, 0, 0, 1, ...product, 0, 1, 1, 15], undefined],
  ["no field", [0x40, 0, 0, 0, 0, 0, 0, 15], undefined],
  ["a data message", [0x00, 0, 0, 0, 0, 1, ...type, 0, 15], undefined],
  ["a compressed timestamp", [0xc0, 0, 0, 0, 0, 1, ...type, 0, 15], undefined],
  ["another message", [0x40, 0, 0, 20, 0, 1, ...type, 0, 15], undefined],
  ["another message in big-endian order", [0x40, 0, 1, 0, 20, 1, ...type, 0, 15], undefined],
  ["data of another message", [0x40, 0, 0, 0, 0, 1, ...type, 1, 15], undefined],
  ["only a definition", [0x40, 0, 0, 0, 0, 1, ...type], undefined],
  ["a truncated definition", [0x40, 0, 0, 0], undefined],
  ["only a header", [], undefined],
])("the first message has %s", (_, bytes, kind) => {
  expect(otherFitKind(file(...bytes))).toBe(kind)
})

test("an empty file has no type", () => {
  expect(otherFitKind(Buffer.alloc(0))).toBeUndefined()
})
