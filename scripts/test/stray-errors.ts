import { writeFileSync } from "node:fs"
import type { Reporter, SerializedError, TestModule } from "vitest/node"
import type { Failure } from "./failure.ts"

/**
 * A reporter for what Vitest's JSON report leaves out: errors of a file or of the hooks of a group, and rejections that
 * nobody handled. Writes them as a list of failures, with absolute paths, to STRAY_ERRORS_FILE.
 */
export default class StrayErrors implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const failures: Failure[] = [
      ...modules.flatMap((module) => [
        ...module.errors().map((error) => ({
          file: module.moduleId,
          title: "outside of every test",
          error: textOf(error),
        })),
        ...[...module.children.allSuites()].flatMap((suite) =>
          suite.errors().map((error) => ({
            file: module.moduleId,
            title: suite.fullName,
            error: textOf(error),
          })),
        ),
      ]),
      ...unhandled.map((error) => ({ title: "unhandled", error: textOf(error) })),
    ]
    const file = process.env.STRAY_ERRORS_FILE
    if (!file) throw new Error("STRAY_ERRORS_FILE says where the errors go, and is not set")
    writeFileSync(file, JSON.stringify(failures))
  }
}

function textOf({ message, stack }: SerializedError): string {
  return stack || message
}
