import { expect, test } from "vitest"
import { serviceNames } from "./services.ts"
import { byItself, type WayIn, waysIn } from "./ways-in.ts"

const way = (brand: string) => waysIn.find((one) => one.brand === brand) as WayIn
const offered = { available: true, connectedSince: null, reconnectBy: null }
const connected = { ...offered, connectedSince: "2026-11-20" }

test("Training from every listed watch and app can be uploaded as a file", () => {
  expect(waysIn.map(({ brand }) => brand)).toEqual([
    "Garmin",
    "Apple Watch",
    "COROS",
    "Suunto",
    "Polar",
    "Wahoo",
    "Strava",
    "Zwift",
    "Google Fit",
    "Hevy and Strong",
  ])
  for (const { file } of waysIn) expect(file).toMatch(/FIT|TCX|CSV|\.zip|Export File/)
})

test("The maker's own service comes first if there is one", () => {
  for (const { brand, through } of waysIn) {
    const own = serviceNames.find((name) => name === brand.toLowerCase())
    if (own) expect(through[0]).toBe(own)
  }
})

test.each([
  ["nothing is set up", {}, null],
  [
    "the maker's service is",
    { garmin: offered, strava: offered },
    { service: "garmin", isConnected: false, isOwn: true },
  ],
  ["only another is", { strava: offered }, { service: "strava", isConnected: false, isOwn: false }],
  [
    "the member has another",
    { garmin: offered, strava: connected },
    { service: "strava", isConnected: true, isOwn: false },
  ],
  [
    "a connection outlives its service here",
    { garmin: { ...connected, available: false } },
    { service: "garmin", isConnected: true, isOwn: true },
  ],
  [
    "the connection stopped working",
    { garmin: offered, strava: { ...connected, reconnectBy: "2026-12-18" } },
    { service: "garmin", isConnected: false, isOwn: true },
  ],
  ["a service that cannot have it is", { polar: offered }, null],
])("training from a Garmin arrives automatically if %s: %j", (_when, states, expected) => {
  expect(byItself(way("Garmin"), states)).toEqual(expected)
})
