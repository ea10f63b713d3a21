import type { Log } from "#ports/log.ts"

/** Collects log lines instead of printing them. */
export interface CollectedLog extends Log {
  entries: { level: string; fields: object; message: string }[]
}

export function collectLog(): CollectedLog {
  const entries: CollectedLog["entries"] = []
  const at = (level: string) => (fields: object, message: string) => {
    entries.push({ level, fields, message })
  }
  return { entries, debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") }
}
