/** `npm run rotate-keys`: creates a new signing key for access tokens without signing anybody out. */
import { deriveSecrets } from "#platform/auth/crypto/secrets.ts"
import { createSigningKeys } from "#platform/auth/keys/signing-keys.ts"
import { defaultConfig } from "#platform/auth/options.ts"
import { readSecrets } from "../secrets.ts"
import { noteInShell } from "./note-in-shell.ts"
import { withDatabase } from "./with-database.ts"

process.exitCode = await withDatabase("rotate-keys", async ({ db, env }) => {
  const { AUTH_SECRET } = await readSecrets(env)
  const keys = createSigningKeys({
    db,
    now: () => new Date(),
    secrets: deriveSecrets(AUTH_SECRET),
    accessTokenLifetimeS: defaultConfig.accessTokenLifetimeS,
  })
  const { kid, signsFrom } = await keys.rotate()
  await noteInShell(db, "keys.rotate", { kind: "key", id: kid })
  process.stdout.write(
    `Key ${kid} is published now and signs from ${signsFrom.toISOString()}. The old key stays valid until its last token has expired.\n`,
  )
  return 0
})
