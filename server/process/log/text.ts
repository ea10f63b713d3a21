import type { DestinationStream } from "pino"

/** Formats each JSON line for people: "07:15:02 warn Message (file: a.sql, ms: 12)". */
export function asText(output: DestinationStream): DestinationStream {
  return {
    write(line) {
      const { level, time, msg, ...fields } = JSON.parse(line) as Record<string, unknown>
      const given = Object.entries(fields).map(([name, value]) => `${name}: ${shown(value)}`)
      const clock = new Date(String(time)).toTimeString().slice(0, 8)
      output.write(`${clock} ${level} ${msg}${given.length > 0 ? ` (${given.join(", ")})` : ""}\n`)
    },
  }
}

/** An error keeps its multi-line stack, which is the reason for reading it. */
function shown(value: unknown): string {
  if (typeof value === "string") return value
  const { stack, ...about } = (value ?? {}) as { stack?: unknown }
  if (typeof stack !== "string") return JSON.stringify(value)
  return `${JSON.stringify(about)}\n    ${stack}\n`
}
