/** Addresses that strangers type are called only when they are webhooks of a known service. */
import { expect, test } from "vitest"
import { serviceOf } from "./address.ts"

const token = "a".repeat(68)
const discord = `https://discord.com/api/webhooks/123456789012345678/${token}`
const slack = "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX"

test.each([
  [discord, "discord"],
  [`https://discordapp.com/api/webhooks/123456789012345678/${token}`, "discord"],
  [`https://canary.discord.com/api/v10/webhooks/123456789012345678/${token}`, "discord"],
  [slack, "slack"],
  ["https://hooks.slack-gov.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX", "slack"],
])("%s is a webhook of %s", (address, service) => expect(serviceOf(address)).toBe(service))

test.each([
  discord.replace("https", "http"),
  discord.replace("discord.com", "discord.com:8443"),
  discord.replace("discord.com", "discord.com:22"),
  discord.replace("discord.com", "user:secret@discord.com"),
  discord.replace("discord.com", "discord.com@169.254.169.254"),
  discord.replace("discord.com", "169.254.169.254"),
  discord.replace("discord.com", "[::ffff:127.0.0.1]"),
  discord.replace("discord.com", "0x7f000001"),
  discord.replace("discord.com", "localhost"),
  discord.replace("discord.com", "discord.com.evil.example"),
  discord.replace("discord.com", "evildiscord.com"),
  discord.replace("discord.com", "discord.com."),
  discord.replace("discord.com", "DISCORD.com"),
  discord.replace("discord.com", "evil.example\\.discord.com"),
  `${discord}?wait=true`,
  `${discord}#x`,
  `${discord}/slack`,
  discord.replace("webhooks", "webhooks/../users"),
  "https://discord.com/api/users/@me",
  "https://evil.example/api/webhooks/123456789012345678/aaaaaaaaaaaaaaaaaaaaaaaaa",
  "https://hooks.slack.com/workflows/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
  `${slack}\r\nHost: evil.example`,
  ` ${slack}`,
  "//hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
  "file:///etc/passwd",
  "javascript:alert(1)",
  `https://discord.com/api/webhooks/1/${"a".repeat(500)}`,
  "",
])("%j is never called", (address) => expect(serviceOf(address)).toBeNull())

test("a stand-in is allowed by its whole origin, and only when one is set", () => {
  const origin = "http://127.0.0.1:4100"
  expect(serviceOf(`${origin}/discord/1`, origin)).toBe("discord")
  expect(serviceOf(`${origin}/slack/1`, origin)).toBe("slack")
  expect(serviceOf("http://127.0.0.1:4101/discord/1", origin)).toBeNull()
  expect(serviceOf(`${origin}/discord/1`)).toBeNull()
})
