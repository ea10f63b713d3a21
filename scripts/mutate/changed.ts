/** The lines that were changed since a commit, for the daily run of `npm run mutate`. */
import { execFileSync } from "node:child_process"
import { linesOf, type Place, root } from "./folders.ts"

/** Changed and added lines of TypeScript since `commit`, with what is not committed yet. */
export function changedLines(commit: string): Place[] {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" })
  const added = git("ls-files", "-o", "--exclude-standard", "*.ts").split("\n").filter(Boolean)
  return [
    ...placesInDiff(
      git("diff", "--unified=0", "--no-color", "--diff-filter=d", commit || "HEAD", "--", "*.ts"),
    ),
    ...added.map((file) => ({ file, first: 1, last: linesOf(file).length })),
  ]
}

/**
 * The new side of each hunk of a diff without context lines.
 *
 * @example placesInDiff("+++ b/a.ts\n@@ -3,2 +4,3 @@") // [{ file: "a.ts", first: 4, last: 6 }]
 */
export function placesInDiff(diff: string): Place[] {
  const places: Place[] = []
  let file = ""
  for (const line of diff.split("\n")) {
    if (line.startsWith("+++ b/")) file = line.slice("+++ b/".length)
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line)
    if (!hunk) continue
    const [first, count] = [Number(hunk[1]), Number(hunk[2] ?? 1)]
    if (count > 0) places.push({ file, first, last: first + count - 1 })
  }
  return places
}
