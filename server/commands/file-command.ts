import { join, resolve } from "node:path"
import { type ParseArgsConfig, parseArgs } from "node:util"
import type { Env } from "../process/env.ts"
import { createLog, type ServerLog } from "../process/log.ts"
import { callersFolder, readProcessEnv } from "../process/process-env.ts"
import { explainStartProblem } from "../world/database-problem.ts"

interface FileCommand {
  usage: string
  /** Printed when DATABASE_URL is set, where the command does not apply. */
  remote: string
  options: NonNullable<ParseArgsConfig["options"]>
  /** Returns the message to print; null if a file has to be given. Throws a sentence on failure. */
  run(given: {
    env: Env
    /** Absolute; undefined if none was given. */
    file: string | undefined
    values: Record<string, unknown>
    log: ServerLog
  }): Promise<string | null>
}

/**
 * A command with one file as its argument: reads arguments and environment, prints the result, and sets the exit code
 * (0 done, 1 failed, 2 invalid usage). A relative path is resolved against the user's working directory.
 */
export async function fileCommand(command: FileCommand): Promise<void> {
  const given = readArguments(command)
  if (typeof given === "string") return end(2, `${given}\n\n${command.usage}`)
  if (given.values.help) return end(0, command.usage)
  const [file, ...more] = given.positionals
  if (more.length > 0) return end(2, `Name one file.\n\n${command.usage}`)
  let env: Env | undefined
  try {
    env = readProcessEnv(join(import.meta.dirname, "../.."))
    if (env.DATABASE_URL) return end(1, command.remote)
    const log = createLog({ level: "warn", destination: process.stderr })
    const path = file && resolve(callersFolder(), file)
    const said = await command.run({ env, file: path, values: given.values, log })
    if (said === null) return end(2, `Name one file.\n\n${command.usage}`)
    end(0, said)
  } catch (error) {
    const explained = isOfFolders(error, env) ? explainStartProblem(error, env) : error
    end(1, explained instanceof Error ? explained.message : String(explained))
  }
}

/** Whether the error is about a folder of a setting, rather than about the given file. */
function isOfFolders(error: unknown, env: Env | undefined): env is Env {
  const { path } = error as NodeJS.ErrnoException
  return [env?.DATA_DIR, env?.BACKUP_DIR].some((folder) => folder && path?.startsWith(folder))
}

function readArguments(command: FileCommand) {
  const options = { ...command.options, help: { type: "boolean", short: "h" } } as const
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function end(code: 0 | 1 | 2, text: string): void {
  process.exitCode = code
  const stream = code === 0 ? process.stdout : process.stderr
  stream.write(`${text}\n`)
}
