/** One run of StrykerJS over a folder. */
import { spawn } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import type { schema } from "@stryker-mutator/api/core"
import { type Folder, type Place, root } from "./folders.ts"

/**
 * What is left alone: the words of sentences and SQL, which Stryker empties as a whole (every test that touches
 * them would notice, or a page would lack a sentence), and shapes that the compiler already refuses.
 */
const excludedMutations = ["StringLiteral", "ObjectLiteral", "ArrayDeclaration", "Regex", "ArrowFunction"]

/** Mutates `places` of `folder` and returns Stryker's report. Throws when the tests fail without any change. */
export async function runStryker(
  folder: Folder,
  places: readonly Place[],
): Promise<schema.MutationTestResult> {
  const scratch = await mkdtemp(join(tmpdir(), "b4m-mutate-"))
  try {
    const report = join(scratch, "report.json")
    const config = join(scratch, "stryker.json")
    await writeFile(
      config,
      JSON.stringify({
        mutate: places.map(({ file, first, last }) => `${file}:${first}-${last}`),
        testRunner: "vitest",
        plugins: ["@stryker-mutator/vitest-runner"],
        vitest: { configFile: "scripts/mutate/vitest.config.ts", related: true },
        coverageAnalysis: "perTest",
        mutator: { excludedMutations },
        // TypeScript 7 has no programming interface, through which Stryker rewrites paths in a tsconfig; Vite needs none.
        tsconfigFile: "no-tsconfig.json",
        checkers: [],
        concurrency: availableParallelism(),
        ignorePatterns: ["/build", "/data", "/public/art", "/.cache"],
        tempDirName: join(scratch, "sandbox"),
        reporters: ["json", "progress-append-only"],
        jsonReporter: { fileName: report },
        timeoutMS: 20_000,
        dryRunTimeoutMinutes: 15,
        allowConsoleColors: false,
        logLevel: "warn",
      }),
    )
    const stryker = join(root, "node_modules/@stryker-mutator/core/bin/stryker.js")
    const child = spawn(process.execPath, [stryker, "run", config], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, MUTATE_TESTS: JSON.stringify(folder.tests) },
    })
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve))
    if (code !== 0) throw new Error(`Stryker ended with exit code ${code} in ${folder.path}.`)
    return JSON.parse(await readFile(report, "utf8"))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
