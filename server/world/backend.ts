import { linkPage, site } from "#content/site.ts"
import type { Boards } from "#domain/competition/boards/board.ts"
import { renderMail } from "#domain/mail-layout.ts"
import type { World } from "#domain/world.ts"
import { type AuthConfig, withoutLimits } from "#platform/auth/options.ts"
import type { AuthService } from "#platform/auth/service.ts"
import type { GatewayFunction } from "#platform/gateway/contract.ts"
import { createGateway, type Gateway } from "#platform/gateway.ts"
import type { RealtimeService } from "#platform/realtime/service.ts"
import type { StorageService } from "#platform/storage/service.ts"
import type { BackendAddress } from "../http/endpoints/backend.ts"
import { bindFunctions } from "../http/functions/bind.ts"
import { clientAddress } from "../http/guard/client-address.ts"
import { limitAccounts } from "../http/guard/limit-accounts.ts"
import type { RateLimits } from "../http/guard/rate-limits.ts"
import { type Env, SettingError } from "../process/env.ts"
import type { Secrets } from "../process/secrets.ts"
import { readAppleKey } from "./apple-key.ts"
import { computedRows } from "./computed-rows.ts"
import type { OpenedDatabase } from "./database.ts"
import { shareConnections } from "./share-connections.ts"

/**
 * What boards consist of: who follows a board is told of a change by the primary, and would read older rows from a
 * replica.
 */
const boardRelations: ReadonlySet<string> = new Set([
  ...["series", "seasons", "boards", "standings", "season_results", "athlete_days"],
  ...["races", "teams", "team_members"],
])

interface BackendOptions {
  env: Env
  secrets: Secrets
  world: World
  database: OpenedDatabase
  rateLimits: RateLimits
  /** The storage service of this process. */
  storage(): Promise<StorageService>
  /** The tables in memory; called by requests only, when they are open. */
  boards(): Boards
}

interface Backend {
  gateway: Gateway
  /** The URL at which browsers reach accounts and data. */
  address: BackendAddress
  /** Removes expired data; run it every hour. */
  prune(): Promise<void>
  /** Closes the websockets, which would otherwise stay open. */
  hangUp(): Promise<void>
  /** Call it after the last request has finished. */
  close(): Promise<void>
}

/**
 * Serves /auth, /rest, /functions, /storage and /realtime. The functions are always this process's; the rest comes from
 * this process or from the Supabase project of SUPABASE_URL. The auth service is loaded only if this process provides
 * it.
 */
export async function openBackend(options: BackendOptions): Promise<Backend> {
  const { env, secrets, world, database } = options
  const keys = { publishable: secrets.SUPABASE_PUBLISHABLE_KEY, secret: secrets.SUPABASE_SECRET_KEY }
  const functions: Record<string, GatewayFunction> = limitAccounts(bindFunctions(world), options.rateLimits)
  const shared = { keys, functions, log: world.log, now: world.now }

  if (env.SUPABASE_URL) {
    const jwtSecret = env.SUPABASE_JWT_SECRET
    const gateway = createGateway({
      ...shared,
      backend: { kind: "project", url: env.SUPABASE_URL, keys, ...(jwtSecret ? { jwtSecret } : {}) },
    })
    await gateway.ready
    // Browsers call the project directly: it limits by IP address, and proxied requests would all share ours.
    const address = { url: env.SUPABASE_URL, key: keys.publishable }
    return { gateway, address, prune: async () => {}, hangUp: async () => {}, close: () => gateway.close() }
  }

  const auth = await openAuth(options, keys)
  const sealed = await auth.sealedElsewhere()
  if (sealed !== null) {
    await auth.close()
    throw new SettingError(
      `AUTH_SECRET must be the one under which signing key ${sealed} was sealed: put it back (it may be in secrets.json of ` +
        'the former DATA_DIR), or, if it is lost, make a new key with "npm run rotate-keys -- --lost-secret" and start again',
    )
  }
  const storage = await options.storage()
  const realtime = await openRealtime(options)
  const gateway = createGateway({
    ...shared,
    backend: {
      kind: "local",
      database: database.db,
      dataConnections: shareConnections(env).dataApi,
      ...(database.replica ? { dataReplica: { ...database.replica, except: boardRelations } } : {}),
      auth,
      storage,
      realtime,
      data: {
        schemas: env.DATA_API_SCHEMAS,
        aggregates: env.DATA_API_AGGREGATES === "on",
        plans: env.DATA_API_PLANS === "on",
        computed: computedRows(world, options.boards),
      },
      ...postgrest(env),
    },
  })
  await gateway.ready
  return {
    gateway,
    address: { url: null, key: keys.publishable },
    prune: async () => {
      await auth.prune()
      await storage.prune()
      await realtime.prune()
    },
    hangUp: () => realtime.hangUp(),
    close: async () => {
      await realtime.close()
      await gateway.close()
      await auth.close()
    },
  }
}

function postgrest({ POSTGREST_URL: url, POSTGREST_JWT_SECRET: jwtSecret }: Env) {
  return url && jwtSecret ? { postgrest: { url, jwtSecret } } : {}
}

async function openRealtime({ world, database, env }: BackendOptions): Promise<RealtimeService> {
  const { createRealtime } = await import("#platform/realtime/service.ts")
  const { now, log } = world
  return createRealtime({
    db: database.db,
    listen: database.db.listen,
    now,
    log,
    clientAddress: ({ socket, headers }) =>
      clientAddress({
        peer: socket.remoteAddress,
        forwardedFor: headers["x-forwarded-for"]?.toString(),
        hops: env.TRUST_PROXY,
      }),
  })
}

async function openAuth(
  { env, secrets, world }: BackendOptions,
  keys: { publishable: string; secret: string },
): Promise<AuthService> {
  const { createAuth } = await import("#platform/auth/service.ts")
  const legacySecret = env.SUPABASE_JWT_SECRET
  return createAuth({
    db: world.db,
    mail: world.mail,
    now: world.now,
    log: world.log,
    siteUrl: world.settings.siteUrl,
    authSecret: secrets.AUTH_SECRET,
    keys: { ...keys, ...(legacySecret ? { legacySecret } : {}) },
    askingPage: linkPage,
    redirectAllowList: env.AUTH_REDIRECT_ALLOW_LIST,
    brand: { name: site.name, securityPath: "/account/security", renderMail },
    config: authConfig(env),
    // Already determined by the guard (server/http/guard/client.ts).
    clientAddress: (c) => c.get("clientAddress"),
  })
}

function authConfig(env: Env): Partial<AuthConfig> {
  const google = provider(env.AUTH_GOOGLE_CLIENT_ID, env.AUTH_GOOGLE_SECRET)
  const github = provider(env.AUTH_GITHUB_CLIENT_ID, env.AUTH_GITHUB_SECRET)
  return {
    ...(env.AUTH_LIMITS === "off" ? withoutLimits : {}),
    signUps: env.AUTH_SIGNUPS === "on",
    autoconfirm: env.AUTH_AUTOCONFIRM === "on",
    phoneSignIn: env.AUTH_PHONE === "on",
    phoneAutoconfirm: env.AUTH_PHONE === "on",
    otpLifetimeS: env.AUTH_OTP_LIFETIME,
    manualLinking: env.AUTH_MANUAL_LINKING === "on",
    passwordMinLength: env.AUTH_PASSWORD_MIN_LENGTH,
    passwordCharacters: env.AUTH_PASSWORD_CHARACTERS,
    refuseCommonPasswords: env.AUTH_COMMON_PASSWORDS === "off",
    anonymousSignIn: env.AUTH_ANONYMOUS === "on",
    operatorEmails: env.OPERATOR_EMAILS,
    operatorsNeedAal2: env.NODE_ENV === "production",
    providers: {
      ...(google ? { google } : {}),
      ...(github ? { github } : {}),
      ...appleProvider(env),
      ...openIdProvider(env),
    },
  }
}

function appleProvider(env: Env): AuthConfig["providers"] {
  const { AUTH_APPLE_CLIENT_ID: clientId, AUTH_APPLE_TEAM_ID: teamId } = env
  const { AUTH_APPLE_KEY_ID: keyId, AUTH_APPLE_KEY_FILE: file } = env
  if (!clientId || !teamId || !keyId || !file) return {}
  return { apple: { clientId, teamId, keyId, privateKey: readAppleKey(file) } }
}

function openIdProvider(env: Env): AuthConfig["providers"] {
  const { AUTH_OIDC_ISSUER: issuer, AUTH_OIDC_NAME: label } = env
  const { AUTH_OIDC_CLIENT_ID: clientId, AUTH_OIDC_SECRET: secret } = env
  return issuer && clientId && secret && label ? { oidc: { issuer, clientId, secret, label } } : {}
}

function provider(clientId: string | undefined, secret: string | undefined) {
  return clientId && secret ? { clientId, secret } : undefined
}
