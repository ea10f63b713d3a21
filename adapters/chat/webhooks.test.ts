/** Posting to chats over real connections: what is sent, what answers mean, and where a name may not lead. */
import type { LookupAddress } from "node:dns"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { ChatMessage } from "#ports/chat.ts"
import { createSeal } from "#primitives/secrets.ts"
import { type ChatStandIn, startChatService } from "#test/stand-ins/chat-service.ts"
import { publicLookup } from "./public-lookup.ts"
import { createChat } from "./webhooks.ts"

let service: ChatStandIn
beforeAll(async () => {
  service = await startChatService()
})
afterAll(() => service.close())
beforeEach(() => {
  service.received.length = 0
})

const addresses = createSeal("a secret that only tests know", "chat addresses")
const message: ChatMessage = {
  title: "Monthly race",
  lines: ["1. Ana: 340 points"],
  link: { text: "See the whole board", url: "https://b4m.example/leaderboard/monthly" },
}
const chat = (options: { timeoutMs?: number } = {}) =>
  createChat({ addresses, standIn: service.origin, ...options })
const post = (path: string, sent = message, options = {}) =>
  chat(options).post(`${service.origin}${path}`, sent)

describe("a message", () => {
  /** Names that try to become a mention, a link, another line or markup. */
  const names = [
    "@everyone",
    "<@123456789012345678>",
    "<!channel>",
    "[free shoes](https://evil.example)",
    "**bold** `code` ||spoiler|| ~~x~~",
    "> quoted",
    "a\n1. Winner: 999,999 points",
    "a\u202Eb",
    "<https://evil.example|prize>",
    "&lt;b&gt;",
    "\\",
  ]
  test("to Discord notifies nobody, and names are only text", async () => {
    expect(await post("/discord/a", { ...message, title: "@here", lines: names })).toEqual({ ok: true })
    const { body } = service.received[0] ?? {}
    expect(body.allowed_mentions).toEqual({ parse: [] })
    expect(body.content).toBeUndefined()
    expect(body.embeds[0].title).toBe("\\@here")
    const lines = body.embeds[0].description.split("\n")
    expect(lines).toEqual([
      "\\@everyone",
      "\\<\\@123456789012345678\\>",
      "\\<!channel\\>",
      "\\[free shoes\\]\\(https\\://evil.example\\)",
      "\\*\\*bold\\*\\* \\`code\\` \\|\\|spoiler\\|\\| \\~\\~x\\~\\~",
      "\\> quoted",
      "a 1. Winner\\: 999,999 points",
      "a b",
      "\\<https\\://evil.example\\|prize\\>",
      "&lt;b&gt;",
      "\\\\",
    ])
  })

  test("to Slack is plain text with its three characters escaped, and unfurls nothing", async () => {
    expect(await post("/slack/a", { ...message, title: "<!here> & co", lines: names })).toEqual({ ok: true })
    const { body } = service.received[0] ?? {}
    expect(body).toMatchObject({
      ...{ text: "&lt;!here&gt; &amp; co", parse: "none", link_names: false },
      ...{ unfurl_links: false, unfurl_media: false },
    })
    const [, section, link] = body.blocks
    expect(section.text.type).toBe("plain_text")
    expect(section.text.text).not.toMatch(/[<>]/)
    expect(section.text.text.split("\n")).toHaveLength(names.length)
    expect(section.text.text).toContain("&amp;lt;b&amp;gt;")
    expect(link.text.text).toBe("<https://b4m.example/leaderboard/monthly|See the whole board>")
  })

  test("that is too long keeps its first whole lines", async () => {
    const lines = Array.from({ length: 500 }, (_, nr) => `${nr}. ${"*".repeat(20)}`)
    await post("/discord/a", { ...message, title: "*".repeat(300), lines })
    await post("/slack/a", { ...message, title: "x".repeat(300), lines })
    const [discord, slack] = service.received.map(({ body }) => body)
    expect(discord.embeds[0].title.length).toBeLessThanOrEqual(256)
    expect(discord.embeds[0].title).toMatch(/^(\\\*)+$/)
    expect(discord.embeds[0].description.length).toBeLessThanOrEqual(4096)
    expect(discord.embeds[0].description).toMatch(/(\\\*){20}$/)
    expect(slack.blocks[0].text.text).toHaveLength(150)
    expect(slack.blocks[1].text.text.length).toBeLessThanOrEqual(3000)
  })
})

describe("an answer", () => {
  test.each([
    [204, {}, { ok: true }],
    [404, {}, { ok: false, why: "gone", reason: "the service answered 404" }],
    [410, {}, { ok: false, why: "gone", reason: "the service answered 410" }],
    [400, {}, { ok: false, why: "ours", reason: "the service answered 400" }],
    [
      429,
      { "retry-after": "7" },
      { ok: false, why: "later", reason: "the service answered 429", waitSeconds: 7 },
    ],
    [
      429,
      { "retry-after": "soon" },
      { ok: false, why: "later", reason: "the service answered 429", waitSeconds: null },
    ],
    [503, {}, { ok: false, why: "later", reason: "the service answered 503", waitSeconds: null }],
  ])("of %i with %j", async (status, headers, outcome) => {
    service.answer("/slack/answers", (response) => response.writeHead(status, headers).end("no_service"))
    expect(await post("/slack/answers")).toEqual(outcome)
  })

  test("that redirects is not followed", async () => {
    service.answer("/discord/moved", (response) =>
      response.writeHead(307, { location: `${service.origin}/latest/meta-data` }).end(),
    )
    expect(await post("/discord/moved")).toMatchObject({ ok: false, why: "ours" })
    expect(service.received.map(({ path }) => path)).toEqual(["/discord/moved"])
  })

  test("that never comes, or byte by byte, ends after the time allowed", async () => {
    service.answer("/discord/silent", () => {})
    service.answer("/discord/slow", (response) => {
      const timer = setInterval(() => response.socket?.write("H"), 20)
      response.socket?.on("close", () => clearInterval(timer))
    })
    for (const path of ["/discord/silent", "/discord/slow"])
      expect(await post(path, message, { timeoutMs: 150 })).toMatchObject({ ok: false, why: "later" })
  })

  test("of any size is not read, and huge headers are refused", async () => {
    let written = 0
    service.answer("/slack/large", (response) => {
      response.writeHead(200)
      const more = () => {
        while (written < 64_000_000 && !response.destroyed) {
          written += 65_536
          if (!response.write(Buffer.alloc(65_536))) return void response.once("drain", more)
        }
        response.end()
      }
      more()
    })
    expect(await post("/slack/large")).toEqual({ ok: true })
    expect(written).toBeLessThan(32_000_000)
    service.answer("/slack/headers", (response) =>
      response.writeHead(200, { "x-long": "x".repeat(40_000) }).end(),
    )
    expect(await post("/slack/headers")).toMatchObject({ ok: false, why: "later" })
  })
})

describe("a name", () => {
  /** A service whose name is resolved by the test. */
  const named = (found: LookupAddress[]) => {
    let asked = 0
    const origin = service.origin.replace("127.0.0.1", "chat.test")
    const one = createChat({
      ...{ addresses, standIn: origin },
      resolve: (_host, answer) => {
        asked++
        answer(null, found)
      },
    })
    return { post: () => one.post(`${origin}/discord/a`, message), asked: () => asked }
  }
  test.each([
    ["this machine", [{ address: "127.0.0.1", family: 4 }]],
    ["this machine, as IPv6", [{ address: "::ffff:127.0.0.1", family: 6 }]],
    ["the metadata service", [{ address: "169.254.169.254", family: 4 }]],
    [
      "a private network beside a public one",
      [
        { address: "8.8.8.8", family: 4 },
        { address: "10.0.0.7", family: 4 },
      ],
    ],
    ["nothing", []],
  ])("that leads to %s is not connected to", async (_where, found) => {
    const before = service.connections()
    const { post: send, asked } = named(found)
    expect(await send()).toEqual({ ok: false, why: "ours", reason: "its name leads to a private network" })
    expect([service.connections() - before, asked()]).toEqual([0, 1])
  })

  test("that leads to a public address first and to this machine then is refused then: each connection checks what it uses", async () => {
    const turns: LookupAddress[][] = [
      [{ address: "8.8.8.8", family: 4 }],
      [{ address: "127.0.0.1", family: 4 }],
    ]
    const lookup = publicLookup((_host, answer) => answer(null, turns.shift() ?? []))
    const once = (all: boolean) =>
      new Promise((done) => lookup("discord.com", { all }, (error, found) => done(error?.message ?? found)))
    expect(await once(true)).toEqual([{ address: "8.8.8.8", family: 4 }])
    expect(await once(true)).toBe("The name leads to a private network")
  })

  test("that cannot be resolved is tried again later, and no reason contains the address", async () => {
    const away = createChat({
      ...{ addresses, standIn: "http://chat.test" },
      resolve: (_host, answer) => answer(Object.assign(new Error("secret"), { code: "ENOTFOUND" }), []),
    })
    expect(await away.post("http://chat.test/discord/secret", message)).toEqual({
      ...{ ok: false, why: "later", reason: "no answer (ENOTFOUND)", waitSeconds: null },
    })
    expect(await chat().post("https://evil.example/discord/secret", message)).toEqual({
      ...{ ok: false, why: "gone", reason: "not the address of a webhook" },
    })
  })
})
