/** The requested options for a query plan, from `Accept: application/vnd.pgrst.plan`. */
export interface PlanWish {
  format: "json" | "text"
  /** Options of EXPLAIN, in PostgreSQL's words. */
  options: string[]
  /** The media type of the response whose plan is requested. */
  for: string
}

const known = ["analyze", "verbose", "settings", "buffers", "wal"]

/**
 * Reads the header Accept; null if it does not request a plan.
 * https://docs.postgrest.org/en/stable/references/observability.html#execution-plan
 */
export function planWished(accept: string | null): PlanWish | null {
  const [, suffix, rest = ""] =
    /^\s*application\/vnd\.pgrst\.plan(?:\+(json|text))?\s*(;.*)?$/i.exec(accept ?? "") ?? []
  if (!/^\s*application\/vnd\.pgrst\.plan/i.test(accept ?? "")) return null
  const [, listed = ""] = /options=([\w|]*)/i.exec(rest) ?? []
  const wanted = listed.toLowerCase().split("|")
  return {
    format: suffix?.toLowerCase() === "json" ? "json" : "text",
    options: known.filter((option) => wanted.includes(option)),
    for: /for="([^"]*)"/i.exec(rest)?.[1] || "application/json",
  }
}

/** The statement that explains `statement`. */
export function explain({ format, options }: PlanWish, statement: string): string {
  return `explain (${[...options, `format ${format}`].join(", ")}) ${statement}`
}

/** The response, built from EXPLAIN's lines. */
export function planAnswer({ format, options, for: media }: PlanWish, lines: readonly string[]): Response {
  const body =
    format === "json"
      ? JSON.stringify(JSON.parse(lines[0] ?? "null"))
      : lines.map((line) => `${line}\n`).join("")
  const chosen = options.length > 0 ? `; options=${options.join("|")}` : ""
  return new Response(body, {
    headers: {
      "content-type": `application/vnd.pgrst.plan+${format}; for="${media}"${chosen}; charset=utf-8`,
    },
  })
}
