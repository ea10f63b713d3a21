import { createHash } from "node:crypto"
import PostalMime, { type Address, type Email } from "postal-mime"
import sanitizeHtml from "sanitize-html"
import type { ReceivedMail } from "#domain/leads/threads/receive-reply.ts"

const longestText = 50_000
const mostFiles = 8
const largestFile = 5 * 1024 * 1024

/**
 * Reads the source of a mail. Null if it is none, or has no sender.
 * @param authServer the name by which our mail provider signs its checks (`Authentication-Results`); those of other names may be
 * forged by the sender, and are passed over (RFC 8601, section 5)
 * @param envelopeTo the recipient in the provider's envelope, if it names one
 */
export async function readMail(
  source: Uint8Array,
  { authServer, envelopeTo = "" }: { authServer?: string | undefined; envelopeTo?: string },
): Promise<ReceivedMail | null> {
  const mail = await PostalMime.parse(source, {
    maxNestingDepth: 20,
    maxHeadersSize: 256 * 1024,
    forceRfc822Attachments: true,
  }).catch(() => null)
  const [from] = mail?.from ? flat([mail.from]) : []
  if (!mail || !from?.address) return null
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ""
  const named = [mail.to, mail.cc, mail.bcc].flatMap((all) => flat(all ?? [])).map(({ address }) => address)
  const all = mail.attachments.map(({ filename, mimeType, content }) => ({
    name: clean(filename ?? "attachment", 120).replace(/[/\\]/g, "_") || "attachment",
    type: clean(mimeType, 100),
    bytes: typeof content === "string" ? Buffer.from(content) : new Uint8Array(content as ArrayBuffer),
  }))
  const kept = all.filter(({ bytes }, index) => index < mostFiles && bytes.length <= largestFile)
  return {
    recipients: [envelopeTo, header("x-original-to"), mail.deliveredTo ?? "", ...named].map(plainAddress),
    from: { address: clean(from.address, 254).toLowerCase(), name: clean(from.name, 120) },
    subject: clean(mail.subject ?? "", 200),
    text: textOf(mail),
    messageId: mail.messageId || createHash("sha256").update(source).digest("hex"),
    automatic: isAutomatic(mail, header),
    checks: checksOf(mail, authServer),
    files: kept,
    leftOut: all
      .filter((one) => !kept.includes(one))
      .map(
        ({ name, bytes }) =>
          `${name} (${bytes.length > largestFile ? "larger than 5 MB" : "more than 8 files"})`,
      ),
  }
}

function flat(all: readonly Address[]) {
  return all.flatMap((one) => (one.address === undefined ? one.group : [one]))
}

function plainAddress(address: string): string {
  return (/<([^>]*)>/.exec(address)?.[1] ?? address).trim()
}

/** Without control characters and marks that turn the direction of text. */
function clean(text: string, most: number): string {
  return text
    .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
    .trim()
    .slice(0, most)
}

/** The plain text, or what an HTML mail says without its markup. */
function textOf({ text, html = "" }: Email): string {
  const plain =
    text ??
    sanitizeHtml(html.replace(/<(br|\/p|\/div|\/tr|\/li)\b[^>]*>/gi, "\n"), {
      allowedTags: [],
      allowedAttributes: {},
    })
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&")
  return plain
    .replaceAll("\r\n", "\n")
    .replace(/[^\P{C}\n\t]+/gu, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
    .slice(0, longestText)
}

/** RFC 3834, section 2, and what older programs set instead. */
function isAutomatic(mail: Email, header: (name: string) => string): boolean {
  const submitted = header("auto-submitted").toLowerCase()
  return (
    (submitted !== "" && submitted !== "no") ||
    /^(bulk|junk|list|auto_reply)$/i.test(header("precedence").trim()) ||
    ["list-id", "x-autoreply", "x-autorespond", "x-auto-response-suppress"].some(
      (name) => header(name) !== "",
    ) ||
    header("return-path").trim() === "<>" ||
    /^multipart\/report\b/i.test(header("content-type")) ||
    /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply)@/i.test(mail.from?.address ?? "")
  )
}

function checksOf(mail: Email, authServer: string | undefined): ReceivedMail["checks"] {
  if (!authServer) return null
  // The first is the one that the last server added.
  const [, found] =
    mail.headers
      .filter(({ key }) => key === "authentication-results")
      .map(({ value }) => /^\s*([^\s;]+)[^;]*;([\s\S]*)$/.exec(value))
      .find((one) => one?.[1]?.toLowerCase() === authServer.toLowerCase())
      ?.slice(1) ?? []
  if (found === undefined) return null
  // Comments may contain anything.
  const results = found.replace(/\([^()]*\)/g, " ")
  const result = (method: string) =>
    new RegExp(`(?:^|;)\\s*${method}\\s*=\\s*([a-z]+)`, "i").exec(results)?.[1]?.toLowerCase() ?? "none"
  return { spf: result("spf"), dkim: result("dkim"), dmarc: result("dmarc") }
}
