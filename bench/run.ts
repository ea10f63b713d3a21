/**
 * `npm run bench -- <name>`: runs bench/<name>.ts against its baseline; exits 1 when its target is missed.
 */
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

/** A benchmark's result. It prints its own figures. */
export interface BenchResult {
  /** The target in words, such as "at least half of nginx's requests per second". */
  target: string
  met: boolean
}

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".ts") && file !== "run.ts")
  .map((file) => file.slice(0, -".ts".length))
const name = process.argv[2] ?? ""
const file = join(import.meta.dirname, `${name}.ts`)

if (!names.includes(name) || !existsSync(file)) {
  process.stderr.write(`Name a benchmark: npm run bench -- ${names.join(" | ")}\n`)
  process.exitCode = 2
} else {
  const { bench } = (await import(pathToFileURL(file).href)) as { bench: () => Promise<BenchResult> }
  try {
    const { target, met } = await bench()
    process.stdout.write(`${met ? "Met" : "MISSED"}: ${target}\n`)
    process.exitCode = met ? 0 : 1
  } catch (error) {
    if (!(error instanceof TypeError && "code" in error && /^ERR_PARSE_ARGS/.test(String(error.code))))
      throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 2
  }
}
