import { expect, test } from "vitest"
import {
  creditOf,
  derivedCreditOf,
  restrictedServices,
  type ServiceTerms,
  serviceNames,
  services,
  servicesWithoutOriginals,
} from "./services.ts"

test.each(Object.entries<ServiceTerms>(services))(
  "data of %s is kept no longer than its terms allow",
  (_name, terms) => {
    expect(terms.graceDays).toBeGreaterThan(0)
    // Deletions run twice a day.
    expect(terms.graceDays + 1).toBeLessThanOrEqual(terms.deleteWithinDays)
  },
)

test("Only Strava limits its data to members and forbids storing recordings", () => {
  expect(restrictedServices).toEqual(["strava"])
  expect(servicesWithoutOriginals).toEqual(["strava"])
  expect(services.strava.keepRawDays).toBeLessThan(7)
})

test("Data of every other service is hidden from others until the member agrees to a text that names it", () => {
  for (const name of serviceNames.filter((one) => one !== "strava"))
    expect(services[name].consent, name).toContain(`my activities on ${services[name].title},`)
})

test.each([
  ["strava", "Garmin Edge 840", "Strava, Garmin Edge 840", null],
  ["strava", "Apple Watch", "Strava", null],
  ["polar", "Polar Vantage V3", "Polar", "Polar"],
  ["wahoo", null, "Wahoo", null],
  ["intervals", "garmin fenix 8", "Intervals.icu, garmin fenix 8", null],
  ["concept2", null, "Concept2 Logbook", null],
  ["suunto", "Suunto Race", "Suunto", "Suunto"],
  ["coros", null, "COROS", "COROS"],
  ["garmin", "Garmin Forerunner 965", "Garmin Forerunner 965", "Garmin Forerunner 965"],
  ["garmin", null, "Garmin", "Garmin"],
  ["file", "Garmin Edge 840", null, null],
  ["demo", null, null, null],
  ["toString", null, null, null],
])(
  "Beside an activity of %s from %j stands %j, beside what is derived %j",
  (source, device, beside, derived) => {
    const credit = creditOf(source, device)
    expect([credit, derivedCreditOf(source, credit)]).toEqual([beside, derived])
  },
)
