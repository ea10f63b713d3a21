/** The lines that were changed since a commit, for the daily run of `npm run mutate`. */
import { execFileSync } from "node:child_process"
import { linesOf, type Place, root } from "./folders.ts"

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" })

/**
 * Changed and added lines of TypeScript since the work left `commit` (a commit or a branch), with what is not committed
 * yet. What others have changed there in the meantime does not count. Throws a sentence for an unknown commit.
 */
export function changedLines(commit: string): Place[] {
  const since = git("merge-base", knownCommit(commit || "HEAD"), "HEAD").trim()
  const added = git("ls-files", "-o", "--exclude-standard", "*.ts").split("\n").filter(Boolean)
  return [
    ...placesInDiff(git("diff", "--unified=0", "--no-color", "--diff-filter=d", since, "--", "*.ts")),
    ...added.map((file) => ({ file, first: 1, last: linesOf(file).length })),
  ]
}

/** The commit of a name; in a clone that has checked out another branch, `main` is known as `origin/main` alone. */
export function knownCommit(name: string): string {
  for (const candidate of [name, `origin/${name}`])
    try {
      return git("rev-parse", "--verify", "--quiet", `${candidate}^{commit}`).trim()
    } catch {
      // git says no more than that it is none.
    }
  throw new Error(`There is no commit or branch "${name}" here.`)
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
