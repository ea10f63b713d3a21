/** Which UTC offset determines the day of an activity. */
import { describe, expect, test } from "vitest"
import { settleOffset } from "./zone.ts"

const hour = 3600
const winter = "2026-11-10T03:30:00Z"
const summer = "2026-07-10T03:30:00Z"
const places = {
  "Los Angeles": [34, -118.2],
  Berlin: [52.5, 13.4],
  "Kashgar in China": [39.5, 76],
  "Harbin in China": [45.8, 126.5],
  "Vigo in Spain": [42.2, -8.7],
  "Wales in Alaska": [65.6, -168],
  Itanagar: [27.1, 93.6],
  Kathmandu: [27.7, 85.3],
  Adelaide: [-34.9, 138.6],
  Eucla: [-31.7, 128.9],
  "St. John's": [47.6, -52.7],
  Chatham: [-44, -176.5],
  Kiritimati: [1.9, -157.4],
  Honolulu: [21.3, -157.9],
  Apia: [-13.8, -171.8],
  Suva: [-18.1, 178.4],
  Uelen: [66.2, -169.8],
  Adak: [51.9, -176.6],
  Shemya: [52.7, 174.1],
  "Vardø in Norway": [70.4, 31.1],
  Tokyo: [35.7, 139.7],
} as const
const at = (place: keyof typeof places | null) =>
  place && { lat: places[place][0] as number, lon: places[place][1] as number }
const settle = (
  told: number | null,
  place: keyof typeof places | null,
  more: { day?: string; zone?: string; trackS?: number | null } = {},
) =>
  settleOffset(
    {
      startedAt: new Date(more.day ?? winter),
      utcOffsetS: told === null ? null : told * hour,
      trackS: more.trackS === undefined ? 3600 : more.trackS,
    },
    more.zone ?? "America/Los_Angeles",
    at(place),
  )

describe("an offset that fits the place is kept", () => {
  test.each<[keyof typeof places, number]>([
    ["Los Angeles", -8],
    ["Los Angeles", -7],
    ["Berlin", 1],
    ["Berlin", 2],
    ["Kashgar in China", 8],
    ["Harbin in China", 8],
    ["Vigo in Spain", 1],
    ["Vigo in Spain", 2],
    ["Wales in Alaska", -8],
    ["Itanagar", 5.5],
    ["Kathmandu", 5.75],
    ["Adelaide", 9.5],
    ["Adelaide", 10.5],
    ["Eucla", 8.75],
    ["St. John's", -3.5],
    ["St. John's", -2.5],
    ["Chatham", 13.75],
    ["Chatham", 12.75],
    ["Kiritimati", 14],
    ["Honolulu", -10],
    ["Apia", 13],
    ["Suva", 12],
    ["Uelen", 12],
    ["Adak", -9],
    ["Shemya", -9],
    ["Vardø in Norway", 1],
    ["Tokyo", 9],
  ])("%s at %d", (place, told) => {
    expect(settle(told, place)).toEqual({ utcOffsetS: told * hour, toldOffsetS: null })
  })
})

describe("one that does not fit is replaced, but stored", () => {
  test.each<[string, number, keyof typeof places | null, Parameters<typeof settle>[2], number]>([
    ["an evening in California on the next day", 14, "Los Angeles", {}, -8],
    ["one on the day before", -12, "Los Angeles", {}, -8],
    ["in summer", 14, "Los Angeles", { day: summer }, -7],
    ["the day that Kiribati has and Hawaii has not", 14, "Honolulu", { zone: "Pacific/Honolulu" }, -10],
    ["away from home, by the sun", -12, "Tokyo", {}, 9],
    ["away from home, in the zone of the account", 14, "Berlin", { zone: "Europe/Madrid" }, 1],
    ["a zone of nobody", -12, "Berlin", { zone: "Europe/Berlin" }, 1],
    ["indoors, a day ahead", 14, null, { trackS: 0 }, -8],
    ["indoors, on the other side of the earth", 9, null, { trackS: 0 }, -8],
  ])("%s", (_, told, place, more, taken) => {
    expect(settle(told, place, more)).toEqual({ utcOffsetS: taken * hour, toldOffsetS: told * hour })
  })
})

test.each<[string, number | null, keyof typeof places | null, Parameters<typeof settle>[2], number]>([
  ["a track that names no zone counts at home", null, "Los Angeles", {}, -8],
  ["in summer too", null, "Los Angeles", { day: summer }, -7],
  ["and abroad by the sun", null, "Tokyo", {}, 9],
  ["without a place it counts by the account", null, null, { trackS: 0 }, -8],
  ["indoors a device of the neighboring zones is believed", -5, null, { trackS: 0 }, -5],
  ["a device at the account's zone is believed wherever a drawn track is", -8, "Berlin", {}, -8],
  ["a service that shares no track is believed", 9, null, { trackS: null }, 9],
])("%s", (_, told, place, more, taken) => {
  expect(settle(told, place, more)).toEqual({ utcOffsetS: taken * hour, toldOffsetS: null })
})
