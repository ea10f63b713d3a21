/**
 * `node migrate-program.ts <url> <product folder> <platform folder>`: prints the applied migrations as one
 * line of JSON.
 */
import { migrate } from "#adapters/db/migrate.ts"
import { collectLog } from "./collected-log.ts"

const [url = "", product = "", platform = ""] = process.argv.slice(2)
const applied = await migrate({ url, platform: true, log: collectLog(), folders: { product, platform } })
process.stdout.write(`${JSON.stringify({ applied })}\n`)
