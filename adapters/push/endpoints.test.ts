/** Addresses that strangers send are posted to only when they belong to a push service that is known. */
import { expect, test } from "vitest"
import { isPushEndpoint } from "./endpoints.ts"

test.each([
  "https://fcm.googleapis.com/fcm/send/abc:def",
  "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
  "https://web.push.apple.com/QGx-abc",
  "https://wns2-par02p.notify.windows.com/w/?token=BQ%3d",
])("is posted to: %s", (endpoint) => {
  expect(isPushEndpoint(endpoint)).toBe(true)
})

test.each([
  "http://fcm.googleapis.com/fcm/send/a",
  "https://fcm.googleapis.com:8443/fcm/send/a",
  "https://fcm.googleapis.com:22/",
  "https://user:secret@fcm.googleapis.com/a",
  "https://fcm.googleapis.com@169.254.169.254/latest/meta-data",
  "https://169.254.169.254/latest/meta-data",
  "https://127.0.0.1/",
  "https://[::1]/",
  "https://10.0.0.7/",
  "https://0x7f000001/",
  "https://2130706433/",
  "https://localhost/",
  "https://fcm.googleapis.com.evil.example/a",
  "https://evilfcm.googleapis.com/a",
  "https://push.apple.com.evil.example/a",
  "https://evil.example/?.push.apple.com",
  "https://evil.example#.push.apple.com",
  "https://evil.example\\.push.apple.com/",
  "https://a.b.push.apple.com.:443/",
  "https://push.apple.com/a",
  "https://fcm.googleapis.com./a",
  "https://FCM.googleapis.com/a",
  "https://fcm.googleapis.com/a/../../b",
  "https://fcm.googleapis.com/a#b",
  "//fcm.googleapis.com/a",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "",
  " https://fcm.googleapis.com/a",
  "https://fcm.googleapis.com/a\r\nHost: evil.example",
  `https://fcm.googleapis.com/${"a".repeat(1100)}`,
])("is not posted to: %j", (endpoint) => {
  expect(isPushEndpoint(endpoint)).toBe(false)
})

test("a stand-in is allowed by its whole origin, and only when one is set", () => {
  const standIn = "http://127.0.0.1:4100"
  expect(isPushEndpoint("http://127.0.0.1:4100/push/1", standIn)).toBe(true)
  expect(isPushEndpoint("http://127.0.0.1:4101/push/1", standIn)).toBe(false)
  expect(isPushEndpoint("http://127.0.0.1:4100/push/1")).toBe(false)
})
