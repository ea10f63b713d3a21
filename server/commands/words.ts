/**
 * `npm run words -- export <folder>` and `npm run words -- import <folder>`: the words of the site as files, and back.
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join, relative, resolve, sep } from "node:path"
import { countOf } from "#content/amounts.ts"
import { exportWords } from "#domain/operator/content/export-words.ts"
import { importWords } from "#domain/operator/content/import-words.ts"
import type { World } from "#domain/world.ts"
import { callersFolder } from "../process/process-env.ts"
import { noteInShell } from "./note-in-shell.ts"
import { withWorld } from "./with-world.ts"

const usage = `Usage: npm run words -- <command> <folder>

  export   writes every article as Markdown, everything else that operators changed, and their pictures, into an
           empty or new folder
  import   writes the files of such a folder into this installation; what is there already is kept

Versions of articles, and who wrote them, are not part of it; a backup has them.
`

async function exportTo(world: World, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) {
    process.stderr.write(`${folder} is not empty.\n`)
    return 1
  }
  await noteInShell(world.db, "content.export", { kind: "list", id: "words" })
  let files = 0
  for await (const { path, content } of exportWords(world)) {
    const target = join(folder, ...path.split("/"))
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await writeFile(target, content, { flag: "wx", mode: 0o600 })
    files++
  }
  process.stdout.write(`${countOf(files, "file")} written to ${folder}.\n`)
  return 0
}

async function importFrom(world: World, folder: string): Promise<number> {
  const files = new Map<string, Uint8Array>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(relative(folder, path).split(sep).join("/"), await readFile(path))
  }
  await noteInShell(world.db, "content.import", { kind: "list", id: "words" })
  const { written, refused } = await importWords(
    world,
    new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))),
  )
  for (const { path, why } of refused) process.stderr.write(`${path}: ${why}\n`)
  process.stdout.write(
    `${countOf(written, "entry", "entries")} written, ${countOf(refused.length, "file")} left out.\n`,
  )
  return refused.length > 0 ? 1 : 0
}

const [command, folder, ...more] = process.argv.slice(2)
const run = { export: exportTo, import: importFrom }[command ?? ""]
if (!run || !folder || more.length > 0) {
  process.stderr.write(usage)
  process.exitCode = 2
} else {
  process.exitCode = await withWorld("words", (world) => run(world, resolve(callersFolder(), folder)))
}
