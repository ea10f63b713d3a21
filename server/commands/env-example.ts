/** Generates .env.example from the table in server/process/env.ts: `node server/commands/env-example.ts`. */
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { envExample } from "../process/env/example.ts"

writeFileSync(fileURLToPath(new URL("../../.env.example", import.meta.url)), envExample())
