/** Upgrades a database, for tests that kill it: `node upgrade-program.ts <folder> <folder of the old binaries>`. */
import { upgradeEmbedded } from "#adapters/db/new-major/upgrade.ts"

const [dataDir = "", binaries] = process.argv.slice(2)
await upgradeEmbedded({ dataDir, binaries, say: (line) => void process.stdout.write(`${line}\n`) })
