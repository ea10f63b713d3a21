import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"
import type { Client } from "../http/client.ts"
import { type AttemptKey, forgive, reserveAttempt } from "./attempts.ts"

/** One reserved sign-in attempt. */
interface SignInAttempt {
  /** The password was correct: clears the failures of the account and this network. */
  succeeded(db: Db): Promise<void>
}

/**
 * Reserves one password attempt for `account` (an address or number, existing or not) from `client`. Three
 * counts, each with its own wait:
 * - account and network together: the strictest, up to 15 minutes, against guessing from one place;
 * - the network: many accounts from one place;
 * - the account from everywhere: at most 60 s, and not on networks where its owner signed in before, so that
 *   a stranger can delay an owner but never lock them out. Mailed links are not affected by any of them.
 */
export async function reserveSignIn(
  auth: Auth,
  account: string,
  client: Client,
  knownHere: boolean,
): Promise<SignInAttempt> {
  const { freeFailures: free } = auth.config
  const key = (...parts: string[]) => auth.secrets.digest("attempts", "sign-in", ...parts)
  const pair: AttemptKey = {
    key: key("pair", account, client.network),
    rule: { free: free.pair, firstS: 2, longestS: 900, forgetS: 86_400 },
  }
  const anywhere: AttemptKey = {
    key: key("account", account),
    rule: { free: free.account, firstS: 1, longestS: 60, forgetS: 3_600 },
  }
  const network: AttemptKey = {
    key: key("network", client.network),
    rule: { free: free.network, firstS: 2, longestS: 900, forgetS: 3_600 },
  }
  const keys = knownHere ? [pair, network] : [pair, anywhere, network]
  await reserveAttempt(auth, keys)
  return { succeeded: (db) => forgive(db, keys, pair) }
}

const rememberedDays = 90

const networkHash = (auth: Auth, userId: string, client: Client) =>
  auth.secrets.digest("known-network", userId, client.network)

/** Whether the owner of the account signed in from this network in the last 90 days. */
export async function isKnownNetwork(auth: Auth, userId: string, client: Client): Promise<boolean> {
  const since = new Date(auth.now().getTime() - rememberedDays * 86_400_000)
  const rows = await auth.db.sql`
    select 1 from auth_private.known_networks
    where user_id = ${userId} and network_hash = ${networkHash(auth, userId, client)} and last_used_at > ${since}`
  return rows.length > 0
}

export async function rememberNetwork(auth: Auth, db: Db, userId: string, client: Client): Promise<void> {
  if (client.ip === null) return
  await db.sql`
    insert into auth_private.known_networks (user_id, network_hash, last_used_at)
    values (${userId}, ${networkHash(auth, userId, client)}, ${auth.now()})
    on conflict (user_id, network_hash) do update set last_used_at = excluded.last_used_at`
}
