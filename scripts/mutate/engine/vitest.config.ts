/** The unit tests' settings, with the changed sources in place of those on disk. */
import { readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { defineConfig, mergeConfig } from "vitest/config"
import unit from "../../../vitest.config.ts"
import { root } from "../folders.ts"

const contents = JSON.parse(readFileSync(process.env.MUTATE_CONTENTS ?? "", "utf8")) as Record<string, string>

const globalSetup = process.env.MUTATE_DATABASE === "none" ? [] : unit.test?.globalSetup

export default mergeConfig(
  { ...unit, test: { ...unit.test, include: [], globalSetup } },
  defineConfig({
    plugins: [
      {
        name: "changed-sources",
        enforce: "pre",
        load: (id) => contents[relative(root, id.split("?")[0] ?? id)],
      },
    ],
    test: {
      include: ["scripts/mutate/engine/waiting.ts"],
      runner: join(root, "scripts/mutate/engine/looping-runner.ts"),
      pool: "threads",
      // Kept modules are known by their source on disk, whatever changes are in them.
      fsModuleCache: false,
      maxWorkers: 1,
      maxConcurrency: 1,
      disableConsoleIntercept: true,
    },
  }),
)
