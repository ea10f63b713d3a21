import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { compose } from "./compose.ts"
import type { OpenTransport } from "./transport.ts"

interface OutboxOptions {
  /** Created if it does not exist; accessible only to this user. */
  folder: string
  /** MAIL_FROM. */
  from: string
  /** Called with the links of every mail, so that a developer can follow them. */
  onLinks?: (kind: string, links: readonly string[]) => void
}

export interface Outbox extends OpenTransport {
  /** File names, newest first. */
  list(): Promise<string[]>
  /** The bytes of one file, or null if there is no such file. */
  read(name: string): Promise<Buffer | null>
}

const fileName = /^[\w-]+\.eml$/

/** Writes mails as .eml files, which any mail program can open. */
export function createOutbox(options: OutboxOptions): Outbox {
  // Loaded with the first mail, because the library takes 11 MB.
  const open = async () => {
    const { createTransport } = await import("nodemailer")
    return createTransport({ streamTransport: true, buffer: true, newline: "windows" })
  }
  let opened: ReturnType<typeof open> | undefined
  const folder = mkdir(options.folder, { recursive: true, mode: 0o700 })
  return {
    repeatable: true,
    async deliver(letter) {
      await folder
      opened ??= open()
      const made = await (await opened).sendMail(compose(letter, options.from))
      const name = `${letter.queuedAt.toISOString().replaceAll(/[:.]/g, "-")}_${letter.id}.eml`
      const temporary = join(options.folder, `${name}.${process.pid}.part`)
      await writeFile(temporary, made.message as Buffer, { mode: 0o600 })
      await rename(temporary, join(options.folder, name))
      options.onLinks?.(letter.message.kind, linksIn(letter.message.text))
      return { ok: true, answer: name }
    },
    async list() {
      await folder
      return (await readdir(options.folder))
        .filter((name) => fileName.test(name))
        .sort()
        .reverse()
    },
    async read(name) {
      if (!fileName.test(name)) return null
      return readFile(join(options.folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null
        throw error
      })
    },
    async close() {
      ;(await opened)?.close()
    },
  }
}

/** The distinct URLs in a text. */
function linksIn(text: string): string[] {
  return [...new Set(text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? [])]
}
