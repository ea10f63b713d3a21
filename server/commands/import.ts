/**
 * `npm run import -- <athlete email> <files or folders>`: imports recordings for a member of the competition.
 */

import { resolve } from "node:path"
import { countOf } from "#content/amounts.ts"
import { beginImport, importFiles } from "#domain/competition/intake/import.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { athleteOfEmail } from "#domain/members/member.ts"
import type { World } from "#domain/world.ts"
import { callersFolder } from "../process/process-env.ts"
import { noteInShell } from "./note-in-shell.ts"
import { withWorld } from "./with-world.ts"

const usage = `Usage: npm run import -- <athlete email> <files or folders ...>

Reads .fit, .gpx and .tcx files, plain or as .gz, and .zip archives of them, such as the export of a
fitness service. The athlete must have joined the competition. Importing a file again changes nothing.
`

async function run(world: World, email: string, paths: readonly string[]): Promise<number> {
  const athlete = await athleteOfEmail(world.db, email)
  if (!athlete) {
    process.stderr.write(`${email} has not joined the competition.\n`)
    return 1
  }
  await maintainBoards(world)
  await noteInShell(world.db, "person.import", {
    kind: "athlete",
    id: String(athlete.id),
    person: { email },
  })
  const importId = await beginImport(world, athlete.id)
  const files = world.sources.files.readPaths(paths.map((path) => resolve(callersFolder(), path)))
  const done = await importFiles(world, { importId, athleteId: athlete.id, files }, (file) => {
    if (file.reason !== null) process.stderr.write(`${file.name}: ${file.reason}\n`)
  })
  const [counted] = await world.db.sql<{ n: number }>`
    select count(*)::integer as n from activities where athlete_id = ${athlete.id} and status = 'counted'
  `
  process.stdout.write(
    `${countOf(done.files, "file")} for ${athlete.displayName}: ${countOf(done.activities, "activity", "activities")} stored, ` +
      `${countOf(done.refused, "file")} refused. ${counted?.n ?? 0} of the athlete's activities count.\n`,
  )
  return done.files > 0 && done.stored === 0 ? 1 : 0
}

const [email = "", ...paths] = process.argv.slice(2)
if (!email.includes("@") || paths.length === 0) {
  process.stderr.write(usage)
  process.exitCode = 2
} else {
  process.exitCode = await withWorld("import", (world) => run(world, email, paths))
}
