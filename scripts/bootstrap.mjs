// @ts-check
/**
 * `node scripts/bootstrap.mjs <command> [arguments]`: the entry point of every npm script. Installs packages
 * when package-lock.json has changed, builds when the command needs pages whose sources have changed, then
 * runs the command with the project's own Node, which runs TypeScript directly. Works on Node 18 and later
 * before anything is installed, so it is plain JavaScript without packages.
 */
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { ensureBuilt } from "./bootstrap/build.mjs"
import { commands } from "./bootstrap/commands.mjs"
import { BootstrapError, ensureInstalled, nodePath } from "./bootstrap/install.mjs"
import { handOver, runInstead } from "./bootstrap/run.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [name = "", ...args] = process.argv.slice(2)

/** @param {string} line */
const say = (line) => void process.stderr.write(`${line}\n`)

try {
  await run()
} catch (error) {
  if (!(error instanceof BootstrapError)) throw error
  say(error.message)
  const lastLine = commands[name]?.lastLine
  if (lastLine !== undefined) process.stdout.write(`${lastLine}\n`)
  process.exitCode = 1
}

async function run() {
  const command = commands[name]
  if (command === undefined && name !== "build") {
    const known = [...Object.keys(commands), "build"].sort().join(", ")
    throw new BootstrapError(`There is no command "${name}". The commands are: ${known}.`)
  }
  await ensureInstalled(root, say, { tools: command?.tools === true })
  if (command === undefined) {
    if (!(await ensureBuilt(root, say))) say("The pages are up to date.")
    return
  }
  if (command.build) await ensureBuilt(root, say)
  // Modules with content read the site's name from the environment when they are loaded (content/own-site.ts).
  const settings = existsSync(join(root, ".env")) ? ["--env-file=.env"] : []
  const given = [...(command.args ?? []), ...settings, command.file, ...args]
  const options = {
    cwd: root,
    env: withDefaults({
      INIT_CWD: process.cwd(),
      // Node caches compiled TypeScript here; this makes a second start a fifth faster.
      NODE_COMPILE_CACHE: join(root, ".cache", "node"),
      ...command.env,
    }),
  }
  if (command.handsOver) handOver(nodePath(root), given, options)
  await runInstead(nodePath(root), given, options)
}

/**
 * The environment with defaults for variables that are unset or empty.
 * @param {Record<string, string>} defaults
 */
function withDefaults(defaults) {
  const env = { ...process.env }
  for (const [variable, value] of Object.entries(defaults)) env[variable] ||= value
  return env
}
