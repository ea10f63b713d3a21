/**
 * A process that imports or closes on a database, for tests that kill it: `node test/support/killable.ts
 * <database url> import <athlete id> | upload <job as JSON> | note <instant> |
 * close <season> [instant]`. Prints "started" when it
 * begins to write. KILLABLE_FILES: the folder for the files of an upload.
 */
import { connectPostgres } from "#adapters/db/postgres.ts"
import { createDiskFiles } from "#adapters/files/disk.ts"
import { readReceived } from "#adapters/sources/file/received.ts"
import { noteHappenings } from "#domain/competition/happenings/note.ts"
import { beginImport, importFiles } from "#domain/competition/intake/import.ts"
import { readUploads } from "#domain/competition/intake/read.ts"
import { close } from "#domain/competition/seasons/close.ts"
import type { World } from "#domain/world.ts"
import type { FileOutcome } from "#ports/recorded.ts"
import { createSigner } from "#server/world/signer.ts"
import { unusedPorts } from "./unused-ports.ts"

const [url = "", what = "", argument = "", instant = "2026-11-23T20:00:01Z"] = process.argv.slice(2)
const db = connectPostgres({ url, max: 2, applicationName: "b4m test, to be killed" })
const quiet = () => {}
// Ports that none of the actions needs are omitted.
const world = {
  db,
  live: { publish: async () => {}, subscribe: () => quiet },
  // Stored in the database, in the requesting transaction, as the real queue does.
  mail: {
    queue: async (inside, mail, options) => {
      await inside.sql`
        insert into private.receipts (source, event_id, payload, received_at)
        values ('test mail', ${options?.key ?? mail.to}, ${inside.sql.json(mail)}, now())
      `
    },
    again: async () => false,
    reported: async () => {},
  },
  files: createDiskFiles({ root: process.env.KILLABLE_FILES ?? "" }),
  jobs: { add: async () => {}, wake: () => {} },
  sign: createSigner("a secret that only tests know"),
  log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  sources: { ...unusedPorts.sources, files: { ...unusedPorts.sources.files, readReceived } },
  settings: { siteUrl: "http://b4m.test", operatorEmails: [], operatorsNeedSecondFactor: false, demo: false },
  now: () => new Date(instant),
} as Partial<World> as World

/** 150 files of every kind of outcome: counted, duplicate, refused, out of order. */
async function* files(): AsyncGenerator<FileOutcome> {
  for (let n = 0; n < 150; n++) {
    if (n % 17 === 0) yield { name: `${n}.fit`, ok: false, reason: "cut off after 768 bytes" }
    const hour = (n * 37) % (13 * 24)
    yield {
      name: `${n}.gpx`,
      ok: true,
      activities: [
        {
          externalId: `file-${n}`,
          sports: [["running", "cycling", "strength_training"][n % 3] as string],
          name: null,
          startedAt: new Date(Date.UTC(2026, 10, 10) + hour * 3_600_000),
          utcOffsetS: -28_800,
          elapsedS: 2400 + (n % 5) * 300,
          movingS: 2300,
          distanceM: n % 3 === 2 ? 0 : 6000 + n,
          elevationM: null,
          fiveMinutesKmh: null,
          indoor: n % 3 === 2,
          virtual: false,
          detail: n % 7,
        },
      ],
    }
  }
}

process.stdout.write("started\n")
if (what === "import") {
  const athleteId = Number(argument)
  await importFiles(world, { importId: await beginImport(world, athleteId), athleteId, files: files() })
} else if (what === "upload") {
  await readUploads(world, JSON.parse(argument))
} else if (what === "note") {
  await noteHappenings({ ...world, now: () => new Date(argument) })
} else {
  const done = await close(world, argument)
  if (!done.ok) throw new Error(done.code)
}
process.stdout.write("done\n")
await db.end()
