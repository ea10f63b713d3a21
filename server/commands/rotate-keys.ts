/**
 * `npm run rotate-keys`: creates a new signing key for access tokens without signing anybody out. Use `--lost-secret`
 * with a new AUTH_SECRET if the site's previous one is lost: the new key is then used immediately.
 */

import { deriveSecrets } from "#platform/auth/crypto/secrets.ts"
import { createSigningKeys } from "#platform/auth/keys/signing-keys.ts"
import { defaultConfig } from "#platform/auth/options.ts"
import type { Db } from "#ports/db.ts"
import type { Env } from "../process/env.ts"
import { readSecrets } from "../process/secrets.ts"
import { dropPushKeys } from "../world/push.ts"
import { readArguments } from "./arguments.ts"
import { noteInShell } from "./note-in-shell.ts"
import { withDatabase } from "./with-database.ts"

const usage = `Usage: npm run rotate-keys -- [--lost-secret]

Makes a new signing key for access tokens; nobody is signed out.

  --lost-secret   under another AUTH_SECRET, when the former one is gone: the new key signs at once
`

const { values } = readArguments(
  usage,
  { "lost-secret": { type: "boolean", default: false } },
  { words: false },
)
const lostSecret = values["lost-secret"]

process.exitCode = await withDatabase("rotate-keys", rotate, { anySecret: lostSecret })

async function rotate({ db, env }: { db: Db; env: Env }): Promise<number> {
  const { AUTH_SECRET } = await readSecrets(env)
  const keys = createSigningKeys({
    db,
    now: () => new Date(),
    secrets: deriveSecrets(AUTH_SECRET),
    accessTokenLifetimeS: defaultConfig.accessTokenLifetimeS,
  })
  const { kid, signsFrom } = await keys.rotate({ atOnce: lostSecret })
  // Never otherwise: browsers refuse messages under another key until their member asks anew.
  if (lostSecret) await dropPushKeys(db)
  await noteInShell(db, "keys.rotate", { kind: "key", id: kid })
  process.stdout.write(
    `Key ${kid} is published now and signs from ${signsFrom.toISOString()}. The old key stays valid until its last token has expired.\n`,
  )
  return 0
}
