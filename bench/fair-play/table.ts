import type { PlayedCheat, Seen } from "./cheats/play.ts"
import type { PlayedSession } from "./honest/play.ts"

/** Rows as a Markdown table. */
export function tableOf(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`
  return [line(head), line(head.map((_, nr) => (nr === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n")
}

/** The outcomes of honest sessions, by type. */
export function honestTable(sessions: readonly PlayedSession[]): string {
  const types = Map.groupBy(sessions, ({ session }) => session.type)
  const rows = [...types]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([type, played]) => {
      const of = (outcome: PlayedSession["outcome"]) => played.filter((one) => one.outcome === outcome).length
      const reasons = played.filter(({ outcome }) => outcome !== "counted").flatMap((one) => one.reasons)
      return [
        type,
        played.length,
        of("counted"),
        of("in part"),
        of("review"),
        of("excluded"),
        countsOf(reasons),
      ]
    })
  return tableOf(["honest session", "sent", "counted", "in part", "asked about", "excluded", "why"], rows)
}

/** The site's verdict on each cheat, beside the required one. */
export function cheatTable(cheats: readonly PlayedCheat[]): string {
  const rows = cheats.map(({ cheat, seen }) => [
    cheat.name,
    cheat.expected,
    seen ? wordsOf(seen) : "not played",
    seen?.points || "",
    seen?.because.map(short).join(", ") ?? "",
  ])
  return tableOf(["cheat", "has to be", "was", "points unseen", "why"], rows)
}

function wordsOf({ excluded, review, stopped, righted, unseen }: Seen): string {
  const counts: [number, string][] = [
    [unseen, "unseen"],
    [stopped, "stops a prize"],
    [righted, "on its true day"],
    [review, "reviewed"],
    [excluded, "excluded"],
  ]
  const some = counts.filter(([count]) => count > 0)
  return some.map(([count, words]) => `${count} ${words}`).join(", ") || "refused"
}

function countsOf(reasons: readonly string[]): string {
  return [...Map.groupBy(reasons, short)].map(([reason, all]) => `${reason} ${all.length}`).join(", ")
}

/** Numbers and names differ from sign to sign. */
function short(reason: string): string {
  return reason.replace(/[:,] .*| (as activity|by athlete) .*/, "")
}
