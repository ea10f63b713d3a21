/** Every push message shows something, and a tap stays on this site. */
import { expect, test } from "vitest"
import { payloadOf } from "#domain/notices/push/payload.ts"
import { notificationOf } from "./notification.ts"

const origin = "https://b4m.example"

test("shows what the server sends", () => {
  const shown = {
    title: "Your race",
    body: "It ends within a day.",
    path: "/account/prizes",
    topic: "season",
  }
  const payload = payloadOf(origin, { ...shown, urgency: "normal", ttlSeconds: 60 })
  expect(notificationOf(payload, origin)).toEqual({
    title: "Your race",
    options: {
      ...{ body: "It ends within a day.", lang: "en", tag: "season", icon: "/icon-192.png" },
      data: { url: "https://b4m.example/account/prizes" },
    },
  })
})

const message = (notification: unknown) => JSON.stringify({ web_push: 8030, notification })

test.each([
  undefined,
  "",
  "not JSON",
  "null",
  "[]",
  "{}",
  message(null),
  message({}),
  message({ title: "" }),
  message({ title: 7 }),
])("shows something for %j", (text) => {
  const { title, options } = notificationOf(text, origin)
  expect([title, options.body]).toEqual(["News for you", "Open the site to see what is new."])
  expect(options.data.url).toBe("https://b4m.example/account")
})

test.each([
  ["https://evil.example/", "https://b4m.example/account"],
  ["//evil.example/a", "https://b4m.example/account"],
  ["javascript:alert(1)", "https://b4m.example/account"],
  ["https://b4m.example.evil.example/", "https://b4m.example/account"],
  ["http://b4m.example/", "https://b4m.example/account"],
  ["/events", "https://b4m.example/events"],
])("a tap on a message that leads to %s opens %s", (navigate, opens) => {
  expect(notificationOf(message({ title: "A", navigate }), origin).options.data.url).toBe(opens)
})
