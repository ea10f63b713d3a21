/** `npm run export-accounts -- <file.sql>`: exports the accounts for the database of a Supabase project. */
import { createWriteStream } from "node:fs"
import { resolve } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { deriveSecrets } from "#platform/auth/crypto/secrets.ts"
import { accountsAsSql } from "#platform/auth/users/move.ts"
import { callersFolder } from "../process/process-env.ts"
import { readSecrets } from "../process/secrets.ts"
import { noteInShell } from "./note-in-shell.ts"
import { withDatabase } from "./with-database.ts"

const usage = `Usage: npm run export-accounts -- <file.sql>

Writes every account (users, identities, authenticator apps) as SQL for a Supabase project's database:
psql "$PROJECT_DATABASE_URL" -f file.sql. The file contains password hashes and secrets; protect it like
a password. Members have to sign in again afterward.
`

async function* lines(statements: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const statement of statements) yield `${statement}\n`
}

const [file, ...more] = process.argv.slice(2)
if (!file || more.length > 0 || file.startsWith("-")) {
  process.stderr.write(usage)
  process.exitCode = 2
} else {
  process.exitCode = await withDatabase("export-accounts", async ({ db, env }) => {
    const { AUTH_SECRET } = await readSecrets(env)
    await noteInShell(db, "accounts.export", { kind: "list", id: "accounts" })
    const path = resolve(callersFolder(), file)
    const statements = lines(accountsAsSql(db, deriveSecrets(AUTH_SECRET)))
    await pipeline(Readable.from(statements), createWriteStream(path, { flags: "wx", mode: 0o600 }))
    process.stdout.write(`Accounts written to ${path}.\n`)
    return 0
  })
}
