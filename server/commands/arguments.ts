import { type ParseArgsConfig, parseArgs } from "node:util"

/**
 * The options after the name of a command, and the words with `words`. Anything that it does not take prints the usage and ends the
 * process with 2.
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
