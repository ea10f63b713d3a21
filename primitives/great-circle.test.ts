import { expect, test } from "vitest"
import { haversine } from "./great-circle.ts"

test.each([
  ["a degree of latitude", [33.6, -117.9, 34.6, -117.9], 111_195],
  ["a degree along the 60th parallel, half as long", [60, 10, 60, 11], 55_597],
  ["from Oslo's parallel to the equator", [60, 10, 0, 10.5], 6_671_887],
  ["half around the earth", [0, 0, 0, 180], 20_015_115],
  ["across the date line", [0, 179.5, 0, -179.5], 111_195],
] as const)("%s", (_, [lat1, lon1, lat2, lon2], meters) => {
  expect(Math.abs(haversine(lat1, lon1, lat2, lon2) - meters)).toBeLessThan(60)
})
