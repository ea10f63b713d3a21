import { type ParseArgsConfig, parseArgs } from "node:util"

/**
 * Parses the options after the name of a command, and with `words` also its positional arguments. For anything unknown,
 * prints the usage and ends the process with exit code 2.
 */
export function readArguments<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  usage: string,
  options: Options,
  { words = true }: { words?: boolean } = {},
) {
  try {
    return parseArgs({ options, allowPositionals: words })
  } catch {
    process.stderr.write(usage)
    process.exit(2)
  }
}
