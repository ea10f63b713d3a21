import { renderToStaticMarkup } from "react-dom/server"
import { afterEach, expect, test, vi } from "vitest"
import { InBothUnits } from "../ui/distance.tsx"
import { preferredUnits } from "./units.ts"

afterEach(() => vi.unstubAllGlobals())

test.each([
  ["en-US", "imperial"],
  ["en-GB", "imperial"],
  ["en", "imperial"],
  ["", "imperial"],
  ["de-DE", "metric"],
  ["en-CA", "metric"],
  ["zh-Hant-TW", "metric"],
  ["es-419", "imperial"],
])("the region of %s measures in %s units", (language, units) => {
  vi.stubGlobal("navigator", { language })
  expect(preferredUnits()).toBe(units)
})

test.each([
  ["6.1 km", "3.8 mi", "6.1 km", ""],
  ["4,673.9 km", "2,904.2 mi", "4,673.9 km", ""],
  ["1.61 km running", "1 mi", "1.61 km", " running"],
  ["42.2 km (half beyond 100 points)", "26.2 mi", "42.2 km", " (half beyond 100 points)"],
])("%s stands in the markup in both units", (text, miles, km, rest) => {
  expect(renderToStaticMarkup(InBothUnits({ text }))).toBe(
    `<span class="in-data-metric:hidden">${miles}</span><span class="hidden in-data-metric:inline">${km}</span>${rest}`,
  )
})

test("a text that is not a distance stays as it is", () => {
  for (const text of ["32 min running", "active day", "at most 250 a day", "the last km"])
    expect(renderToStaticMarkup(InBothUnits({ text }))).toBe(text)
})
