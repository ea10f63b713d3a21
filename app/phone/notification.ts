/** What a notification shows, and the page that a tap opens. */
interface Notice {
  title: string
  options: { body: string; lang: string; tag: string; icon: string; data: { url: string } }
}

/** Shown for a message that cannot be read: every message shows something, or browsers take the permission back. */
const unreadable = { title: "News for you", body: "Open the site to see what is new." }

/**
 * The notification of a message (domain/notices/push/payload.ts), as Safari shows it by itself. A tap opens a page of this site, whatever
 * the message says.
 */
export function notificationOf(text: string | undefined, origin: string): Notice {
  const { title, body, navigate, tag } = read(text)
  const options = { body, lang: "en", tag, icon: "/icon-192.png", data: { url: ownUrl(navigate, origin) } }
  return { title, options }
}

function read(text: string | undefined) {
  const said = parsed(text)
  const textOf = (name: string) => (typeof said[name] === "string" ? (said[name] as string) : "")
  const isReadable = textOf("title") !== ""
  return {
    title: isReadable ? textOf("title") : unreadable.title,
    body: isReadable ? textOf("body") : unreadable.body,
    navigate: textOf("navigate"),
    tag: textOf("tag"),
  }
}

function parsed(text: string | undefined): Record<string, unknown> {
  try {
    const { notification } = JSON.parse(text ?? "") as { notification?: Record<string, unknown> }
    return notification ?? {}
  } catch {
    return {}
  }
}

/** An address of this site; the account for any other. */
export function ownUrl(text: string, origin: string): string {
  const url = text === "" ? null : URL.parse(text, origin)
  return url?.origin === origin ? url.href : `${origin}/account`
}
