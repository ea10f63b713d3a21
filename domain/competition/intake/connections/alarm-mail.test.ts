import { expect, test } from "vitest"
import type { World } from "#domain/world.ts"
import { alarmMail, remedies } from "./alarm-mail.ts"

const world = { settings: { siteUrl: "http://b4m.test" } } as World

test.each([
  ["capacity", "Strava refuses new athletes"],
  ["inactive", "Strava refuses this site"],
  ["credentials", "Strava refuses this site"],
  ["unknown", "Strava refuses this site"],
] as const)("an operator reads above a refusal for %s: %s, and what can be done", (because, heading) => {
  const mail = alarmMail(world, "op@b4m.test", { source: "strava", title: "Strava", because })
  expect(mail).toMatchObject({ to: "op@b4m.test", kind: "strava.alarm", subject: heading })
  const text = mail.text.replace(/\s+/g, " ")
  for (const words of [heading, `Strava ${remedies[because]}`, "http://b4m.test/open/service"])
    expect(text).toContain(words)
})
