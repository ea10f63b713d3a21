/** Generates .env.example from the table in server/env.ts: `node server/commands/env-example.ts`. */
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { envExample } from "../env/example.ts"

writeFileSync(fileURLToPath(new URL("../../.env.example", import.meta.url)), envExample())
