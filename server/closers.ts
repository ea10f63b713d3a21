import type { ServerLog } from "./log.ts"

/** What must be closed, in the order in which it was opened; closing goes backwards. */
export interface Closers {
  add(name: string, close: () => Promise<void>): void
  /** Closes everything once, last opened first. A part that fails is logged and does not stop the others. */
  close(): Promise<void>
}

export function createClosers(log: ServerLog): Closers {
  const opened: { name: string; close: () => Promise<void> }[] = []
  let closing: Promise<void> | undefined
  const closeAll = async () => {
    for (const part of opened.reverse()) {
      try {
        await part.close()
        log.debug({ part: part.name }, "Closed")
      } catch (error) {
        log.error({ part: part.name, error }, "A part did not close cleanly")
      }
    }
  }
  return {
    add: (name, close) => void opened.push({ name, close }),
    close: () => {
      closing ??= closeAll()
      return closing
    },
  }
}
