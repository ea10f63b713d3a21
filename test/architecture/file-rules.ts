import { isTest } from "./import-rules.ts"
import type { Scan } from "./scan.ts"

const forbiddenNames = /^(utils?|helpers?|commons?|misc|libs?|shared|managers?)$/

/** Conventional names that tools and readers expect. */
const givenNames = /^(README|CHANGELOG|CONTRIBUTING|LICENSE|Dockerfile|_)(\.|$)|^\./

/** Names: kebab-case, no catch-all folders, no index files, and migrations named as by the Supabase CLI. */
export function nameViolations(path: string): string[] {
  const parts = path.split("/")
  const file = parts.at(-1) ?? ""
  const [stem = ""] = file.split(".")
  const problems: string[] = []
  if ([...parts.slice(0, -1), stem].some((part) => forbiddenNames.test(part))) {
    problems.push(
      `${path}: a name that says what is inside, not "${parts.find((p) => forbiddenNames.test(p)) ?? stem}"`,
    )
  }
  if (/^index\.[cm]?[jt]sx?$/.test(file)) problems.push(`${path}: no index files`)
  if (parts.at(-2) === "migrations") {
    if (!/^\d{14}_[a-z0-9_]+\.sql$/.test(file))
      problems.push(`${path}: a migration is <14 digits>_<name>.sql`)
  } else if (!givenNames.test(file) && isNamedByUs(file) && !isKebabCase(parts)) {
    problems.push(`${path}: names are in kebab-case`)
  }
  return problems
}

/** Measured files, pictures and fonts keep the names they came with. */
function isNamedByUs(file: string): boolean {
  return /\.([cm]?[jt]sx?|css|md|sql)$/.test(file)
}

function isKebabCase(parts: readonly string[]): boolean {
  return parts.every((part) =>
    part
      .replace(/^\./, "")
      .split(".")
      .every((word) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(word)),
  )
}

const environmentReaders = ["server/process/process-env.ts", "content/own-site.ts"]

/** What a file may touch: the environment, the clock, default exports. */
export function contentViolations(scanned: Scan): string[] {
  const { path } = scanned
  if (isTest(path)) return []
  const problems: string[] = []
  const report = (lines: readonly number[], reason: string) => {
    for (const line of lines) problems.push(`${path}:${line} ${reason}`)
  }
  if (isProduct(path) && !environmentReaders.includes(path)) {
    report(scanned.environment, `reads process.env; that is for ${environmentReaders.join(" and ")}`)
  }
  if (path.startsWith("domain/")) report(scanned.clock, "reads the clock; time is world.now()")
  if (isProduct(path) && !path.startsWith("app/")) {
    report(scanned.defaultExports, "exports a default; the router alone demands those")
  }
  if (isProduct(path) && scanned.onlyReexports) problems.push(`${path} only passes on the exports of others`)
  return problems
}

/** The seven rooms, apart from the scripts, benchmarks and settings around them. */
function isProduct(path: string): boolean {
  return /^(app|content|domain|adapters|platform|server)\//.test(path)
}
