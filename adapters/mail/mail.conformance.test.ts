import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import PostalMime, { type Email } from "postal-mime"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import { afterEach, describe, expect, test } from "vitest"
import type { Letter, MailMessage } from "#ports/mail.ts"
import { createOutbox } from "./outbox.ts"
import { createSmtp } from "./smtp.ts"
import type { OpenTransport } from "./transport.ts"

const from = "B4M <hello@b4m.example>"
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Bench {
  engine: OpenTransport
  /** All received mail, as bytes. */
  arrived(): Promise<Buffer[]>
}

async function outboxBench(): Promise<Bench & { folder: string }> {
  const parent = await mkdtemp(join(tmpdir(), "b4m-outbox-"))
  closing.push(() => rm(parent, { recursive: true, force: true }))
  const folder = join(parent, "outbox")
  const engine = createOutbox({ folder, from })
  return {
    engine,
    folder,
    arrived: async () =>
      Promise.all((await readdir(folder)).sort().map((name) => readFile(join(folder, name)))),
  }
}

async function smtpBench(
  options: SMTPServerOptions = {},
  address = (port: number) => `smtp://127.0.0.1:${port}`,
): Promise<Bench & { envelopes: { from: string; to: string[] }[] }> {
  const received: Buffer[] = []
  const envelopes: { from: string; to: string[] }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on("data", (chunk) => chunks.push(chunk))
      stream.on("end", () => {
        received.push(Buffer.concat(chunks))
        const { mailFrom, rcptTo } = session.envelope
        envelopes.push({ from: mailFrom ? mailFrom.address : "", to: rcptTo.map((one) => one.address) })
        done()
      })
    },
    ...options,
  })
  // Some tests drop the connection midway.
  server.on("error", () => {})
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  closing.push(() => new Promise((resolve) => server.close(() => resolve())))
  const engine = createSmtp({ url: address((server.server.address() as AddressInfo).port), from })
  closing.push(() => engine.close())
  return { engine, envelopes, arrived: async () => received }
}

const letter = (message: Partial<MailMessage> = {}, id = "0198c0de-0000-7000-8000-000000000001"): Letter => ({
  id,
  queuedAt: new Date("2026-11-20T12:00:00Z"),
  message: { to: "ana@mail.example", subject: "Hello", text: "Hi Ana", kind: "test", ...message },
})

const parse = (source: Buffer | undefined): Promise<Email> => PostalMime.parse(source ?? "")

describe.each([
  ["outbox", outboxBench],
  ["smtp", () => smtpBench()],
])("%s", (_name, makeBench) => {
  test("a mail arrives intact, with text, HTML and non-ASCII characters", async () => {
    const { engine, arrived } = await makeBench()
    const message = {
      subject: "Grüße, Ana: you are № 1 🏅",
      text: "Üben macht den Meister.\nhttps://b4m.example/verify?token=a_b-c&type=signup",
      html: "<p>Üben macht den <b>Meister</b>.</p>",
      headers: { "List-Unsubscribe": "<https://b4m.example/u/1>" },
    }
    expect((await engine.deliver(letter(message))).ok).toBe(true)
    const mail = await parse((await arrived())[0])
    expect(mail.from).toMatchObject({ name: "B4M", address: "hello@b4m.example" })
    expect(mail.to).toMatchObject([{ address: "ana@mail.example" }])
    expect(mail.subject).toBe(message.subject)
    expect(mail.text?.trim().replaceAll("\r\n", "\n")).toBe(message.text)
    expect(mail.html?.trim()).toBe(message.html)
    expect(mail.date).toBe("2026-11-20T12:00:00.000Z")
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: "list-unsubscribe", value: "<https://b4m.example/u/1>" }),
    )
  })

  test.each([
    ["auth.recovery", true],
    ["order.receipt", true],
    ["event.spot", true],
    ["newsletter.issue", false],
    ["lead.answer", false],
    ["event.message", false],
    ["competition.message", false],
  ])("%s says that no person wrote it: %s", async (kind, automatic) => {
    const { engine, arrived } = await makeBench()
    await engine.deliver(letter({ kind }))
    const { headers } = await parse((await arrived())[0])
    const [found] = headers.filter(({ key }) => key === "auto-submitted")
    expect(found?.value).toBe(automatic ? "auto-generated" : undefined)
  })

  test("every attempt for one mail has the same Message-ID", async () => {
    const { engine, arrived } = await makeBench()
    await engine.deliver(letter({}, "0198c0de-0000-7000-8000-00000000000a"))
    const mail = await parse((await arrived())[0])
    expect(mail.messageId).toBe("<0198c0de-0000-7000-8000-00000000000a@b4m.example>")
  })

  test.each([
    ["subject", { subject: "Hi\r\nBcc: eve@evil.example\r\n\r\n<script>" }],
    ["header value", { headers: { "X-Form": "a\r\nBcc: eve@evil.example" } }],
    ["header value with a bare line feed", { headers: { "X-Form": "a\nBcc: eve@evil.example" } }],
    ["subject with a Unicode line end", { subject: "Hi\u2028Bcc: eve@evil.example" }],
  ])("a line break in a %s does not start another header", async (_what, message) => {
    const { engine, arrived } = await makeBench()
    expect((await engine.deliver(letter(message))).ok).toBe(true)
    const mail = await parse((await arrived())[0])
    expect(mail.bcc ?? []).toEqual([])
    expect(mail.headers.map(({ key }) => key)).not.toContain("bcc")
    expect(mail.text?.trim()).toBe("Hi Ana")
  })

  test.each([
    "ana@mail.example, eve@evil.example",
    "ana@mail.example\r\nBcc: eve@evil.example",
    "Ana <ana@mail.example>",
    "ana@mail.example>",
    "group: ana@mail.example;",
    "nobody",
    "",
    `${"a".repeat(250)}@b.example`,
  ])("%j is not a valid recipient", async (to) => {
    const { engine, arrived } = await makeBench()
    await expect(engine.deliver(letter({ to }))).rejects.toThrow("exactly one plain address")
    expect(await arrived().catch(() => [])).toEqual([])
  })

  test.each(["Bcc", "to", "Content-Type", "X-A: b\r\nBcc", "Sender", ""])(
    "a mail cannot set the header %j",
    async (name) => {
      const { engine } = await makeBench()
      await expect(engine.deliver(letter({ headers: { [name]: "x" } }))).rejects.toThrow(
        "cannot set the header",
      )
    },
  )
})

describe("outbox", () => {
  test("files and folder are accessible only to their owner, and a retry replaces the file", async () => {
    const { engine, folder } = await outboxBench()
    await engine.deliver(letter())
    await engine.deliver(letter())
    const names = await readdir(folder)
    expect(names).toEqual(["2026-11-20T12-00-00-000Z_0198c0de-0000-7000-8000-000000000001.eml"])
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder, names[0] ?? ""))).mode & 0o777).toBe(0o600)
  })

  test("only files in the folder can be read", async () => {
    const { folder } = await outboxBench()
    const outbox = createOutbox({ folder, from })
    await outbox.deliver(letter())
    expect(await outbox.list()).toHaveLength(1)
    for (const name of ["../secrets.json", "..%2fsecrets.eml", "/etc/passwd", "a/b.eml", "missing.eml"])
      expect(await outbox.read(name)).toBeNull()
  })

  test("links are extracted from the surrounding text", async () => {
    const { folder } = await outboxBench()
    const shown: string[] = []
    const outbox = createOutbox({ folder, from, onLinks: (_kind, links) => shown.push(...links) })
    const text =
      "Go (https://b4m.example/a?b=c&d=e) or <http://x.example/y>, once: https://b4m.example/a?b=c&d=e"
    const { message, ...rest } = letter()
    await outbox.deliver({ ...rest, message: { ...message, text } })
    expect(shown).toEqual(["https://b4m.example/a?b=c&d=e", "http://x.example/y"])
  })
})

describe("smtp", () => {
  test("the envelope contains the sender's bare address and the one recipient", async () => {
    const { engine, envelopes } = await smtpBench()
    await engine.deliver(letter())
    expect(envelopes).toEqual([{ from: "hello@b4m.example", to: ["ana@mail.example"] }])
  })

  const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })

  test("an unknown mailbox is a permanent failure, a full or busy one is not", async () => {
    const unknown = await smtpBench({
      onRcptTo: (_address, _session, done) => done(refusal(550, "No such user")),
    })
    expect(await unknown.engine.deliver(letter())).toMatchObject({
      ok: false,
      permanent: true,
      reason: expect.stringContaining("No such user"),
    })
    const busy = await smtpBench({ onRcptTo: (_address, _session, done) => done(refusal(450, "Try later")) })
    expect(await busy.engine.deliver(letter())).toMatchObject({ ok: false, permanent: false })
  })

  test("refused content is a permanent failure", async () => {
    const { engine } = await smtpBench({
      onData(stream, _session, done) {
        stream.resume().on("end", () => done(refusal(554, "Looks like spam")))
      },
    })
    expect(await engine.deliver(letter())).toMatchObject({ ok: false, permanent: true })
  })

  test("a mail is retried after the server rejects our credentials or our sender address", async () => {
    const signIn = await smtpBench(
      { authOptional: false, onAuth: (_auth, _session, done) => done(new Error("Wrong password")) },
      (port) => `smtp://user:wrong@127.0.0.1:${port}`,
    )
    expect(await signIn.engine.deliver(letter())).toMatchObject({ ok: false, permanent: false })
    const sender = await smtpBench({
      onMailFrom: (_address, _session, done) => done(refusal(550, "Not you")),
    })
    expect(await sender.engine.deliver(letter())).toMatchObject({ ok: false, permanent: false })
  })

  test("an unavailable server, or one that drops the connection, is retried", async () => {
    const away = createSmtp({ url: "smtp://127.0.0.1:1", from })
    expect(await away.deliver(letter())).toMatchObject({ ok: false, permanent: false })
    await away.close()
    const hangsUp = createServer((socket) => {
      socket.on("error", () => {})
      socket.write("220 hello\r\n")
      socket.on("data", (chunk) => {
        if (/^DATA/i.test(chunk.toString())) socket.destroy()
        else socket.write("250 fine\r\n")
      })
    })
    await new Promise<void>((resolve) => hangsUp.listen(0, "127.0.0.1", resolve))
    closing.push(() => new Promise((resolve) => hangsUp.close(() => resolve())))
    const { port } = hangsUp.address() as AddressInfo
    const engine = createSmtp({ url: `smtp://127.0.0.1:${port}`, from })
    closing.push(() => engine.close())
    expect(await engine.deliver(letter())).toMatchObject({ ok: false, permanent: false })
  })

  test("a password is never sent unencrypted", async () => {
    const seen: string[] = []
    const { engine } = await smtpBench(
      {
        onAuth(auth, _session, done) {
          seen.push(auth.password ?? "")
          done(null, { user: "b4m" })
        },
      },
      // The same server under a name other than this machine's loopback.
      (port) => `smtp://user:hunter2@0.0.0.0:${port}`,
    )
    expect(await engine.deliver(letter())).toMatchObject({ ok: false, permanent: false })
    expect(seen).toEqual([])
  })
})
