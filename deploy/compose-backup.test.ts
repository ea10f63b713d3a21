import { execFile } from "node:child_process"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "b4m-compose-backup-"))
  for (const name of ["bin", "backups", "files/ab"]) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, "files/ab/abcd"), "recording")
  // PostgreSQL's programs, which are in the image of the service: pg_dump writes what pg_restore can read.
  program("pg_dump", `for file; do :; done\necho dump >"$file"`)
  program("pg_dumpall", `for file; do :; done\necho roles >"$file"`)
  program("pg_restore", `for file; do :; done\ngrep -q dump "$file"`)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function program(name: string, text: string): void {
  writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${text}\n`)
  chmodSync(join(folder, "bin", name), 0o755)
}

function backUp(): Promise<number> {
  const env = {
    PATH: `${join(folder, "bin")}:${process.env.PATH}`,
    BACKUP_FOLDER: join(folder, "backups"),
    FILES_FOLDER: join(folder, "files"),
    BACKUP_KEEP_DAYS: "3",
  }
  return new Promise((resolve) =>
    execFile("sh", [join(import.meta.dirname, "compose-backup.sh"), "--once"], { env }, (error) =>
      resolve(error ? 1 : 0),
    ),
  )
}

const dumps = () => readdirSync(join(folder, "backups")).filter((name) => name.startsWith("b4m-"))

/** A dump of some days ago. */
function oldDump(name: string, days: number): void {
  const path = join(folder, "backups", name)
  writeFileSync(path, "dump")
  const at = Date.now() / 1000 - days * 86_400
  utimesSync(path, at, at)
}

test("a backup is a dump and the files of members; what was erased and what is too old goes", async () => {
  mkdirSync(join(folder, "backups/files/ab"), { recursive: true })
  writeFileSync(join(folder, "backups/files/ab/erased"), "recording")
  oldDump("b4m-old.dump", 4)
  oldDump("b4m-recent.dump", 2)
  expect(await backUp()).toBe(0)
  expect(readFileSync(join(folder, "backups/files/ab/abcd"), "utf8")).toBe("recording")
  expect(existsSync(join(folder, "backups/files/ab/erased"))).toBe(false)
  expect(dumps()).toHaveLength(2)
  expect(dumps()).toContain("b4m-recent.dump")
  expect(dumps().join()).toMatch(/b4m-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.dump/)
})

test.each([
  ["that fails", "exit 1"],
  ["that is cut off", `for file; do :; done\n: >"$file"`],
])("a dump %s is no backup, and no old one is removed for it", async (_how, text) => {
  program("pg_dump", text)
  oldDump("b4m-old.dump", 4)
  expect(await backUp()).toBe(1)
  expect(dumps().filter((name) => name.endsWith(".dump"))).toEqual(["b4m-old.dump"])
})
