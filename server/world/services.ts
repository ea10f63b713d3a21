import { createConcept2 } from "#adapters/sources/concept2/client.ts"
import { createCoros } from "#adapters/sources/coros/client.ts"
import { createGarmin } from "#adapters/sources/garmin/client.ts"
import { createIntervals } from "#adapters/sources/intervals/client.ts"
import { createPolar } from "#adapters/sources/polar/client.ts"
import type { ServiceOptions } from "#adapters/sources/protocol/service-options.ts"
import { standInKeys } from "#adapters/sources/stand-in/keys.ts"
import { createStrava } from "#adapters/sources/strava/client.ts"
import { createSuunto } from "#adapters/sources/suunto/client.ts"
import { createWahoo } from "#adapters/sources/wahoo/client.ts"
import type { ServiceName } from "#content/services.ts"
import { site } from "#content/site.ts"
import type { Service } from "#ports/services.ts"
import type { Env } from "../process/env.ts"

type Parts = Omit<ServiceOptions, "clientId" | "clientSecret" | "userAgent"> & { siteUrl: string }

/**
 * The services for which the operator has registered an application; with SOURCES_SANDBOX, all of them as stand-ins.
 */
export function openServices(env: Env, { siteUrl, ...parts }: Parts): Service[] {
  const common = { ...parts, userAgent: `${site.name}/1 (+${siteUrl})` }
  const { SOURCES_SANDBOX: sandbox } = env
  return (Object.entries(makers) as [ServiceName, Maker][]).flatMap(([name, make]) => {
    if (!sandbox) return make(env, common, addresses) ?? []
    const at = `${sandbox.replace(/\/$/, "")}/${name}`
    const service = make({ ...env, ...sandboxKeys }, common, standInAddresses(at))
    return service ? followStandIn(service, at) : []
  })
}

interface Addresses {
  strava: { baseUrl: string; oauthUrl: string } | null
  polar: { baseUrl: string; authorizeUrl: string; tokenUrl: string }
  wahoo: { baseUrl: string; fileOrigin: string }
  intervals: { baseUrl: string }
  concept2: { baseUrl: string } | null
  suunto: { baseUrl: string; oauthUrl: string }
  coros: { baseUrl: string; fileOrigin: string } | null
  garmin: { baseUrl: string; authorizeUrl: string; tokenUrl: string }
}

/** The URLs of the services; null if a setting provides it. */
const addresses: Addresses = {
  strava: null,
  polar: {
    baseUrl: "https://www.polaraccesslink.com",
    authorizeUrl: "https://flow.polar.com/oauth2/authorization",
    tokenUrl: "https://polarremote.com/v2/oauth2/token",
  },
  wahoo: { baseUrl: "https://api.wahooligan.com", fileOrigin: "https://cdn.wahooligan.com" },
  intervals: { baseUrl: "https://intervals.icu" },
  concept2: null,
  suunto: { baseUrl: "https://cloudapi.suunto.com", oauthUrl: "https://cloudapi-oauth.suunto.com" },
  coros: null,
  garmin: {
    baseUrl: "https://apis.garmin.com",
    authorizeUrl: "https://connect.garmin.com/oauth2Confirm",
    tokenUrl: "https://diauth.garmin.com/di-oauth2-service/oauth/token",
  },
}

/** The same below the URL of one stand-in. */
function standInAddresses(at: string): Addresses {
  const fileOrigin = new URL(at).origin
  return {
    strava: { baseUrl: `${at}/api/v3`, oauthUrl: `${at}/oauth` },
    polar: { baseUrl: at, authorizeUrl: `${at}/oauth2/authorization`, tokenUrl: `${at}/v2/oauth2/token` },
    wahoo: { baseUrl: at, fileOrigin },
    intervals: { baseUrl: at },
    concept2: { baseUrl: at },
    suunto: { baseUrl: at, oauthUrl: at },
    coros: { baseUrl: at, fileOrigin },
    garmin: {
      baseUrl: at,
      authorizeUrl: `${at}/oauth2Confirm`,
      tokenUrl: `${at}/di-oauth2-service/oauth/token`,
    },
  }
}

const { clientId, clientSecret, webhookSecret, subscriptionKey } = standInKeys
const sandboxKeys = {
  STRAVA_CLIENT_ID: clientId,
  STRAVA_CLIENT_SECRET: clientSecret,
  STRAVA_VERIFY_TOKEN: webhookSecret,
  POLAR_CLIENT_ID: clientId,
  POLAR_CLIENT_SECRET: clientSecret,
  WAHOO_CLIENT_ID: clientId,
  WAHOO_CLIENT_SECRET: clientSecret,
  WAHOO_WEBHOOK_TOKEN: webhookSecret,
  INTERVALS_CLIENT_ID: clientId,
  INTERVALS_CLIENT_SECRET: clientSecret,
  INTERVALS_WEBHOOK_SECRET: webhookSecret,
  CONCEPT2_CLIENT_ID: clientId,
  CONCEPT2_CLIENT_SECRET: clientSecret,
  SUUNTO_CLIENT_ID: clientId,
  SUUNTO_CLIENT_SECRET: clientSecret,
  SUUNTO_SUBSCRIPTION_KEY: subscriptionKey,
  SUUNTO_WEBHOOK_SECRET: webhookSecret,
  COROS_CLIENT_ID: clientId,
  COROS_CLIENT_SECRET: clientSecret,
  GARMIN_CLIENT_ID: clientId,
  GARMIN_CLIENT_SECRET: clientSecret,
}

/** A stand-in gets the webhook's URL from the site; Polar's gets it through Polar's own API. */
function followStandIn(service: Service, at: string): Service {
  if (service.subscribe) return service
  return {
    ...service,
    async subscribe(address) {
      const answer = await fetch(`${at}/sandbox/webhook`, {
        method: "PUT",
        body: JSON.stringify({ address }),
        signal: AbortSignal.timeout(5000),
      })
      if (!answer.ok) throw new Error(`The stand-in answered ${answer.status}`)
      return { ok: true, value: null }
    },
  }
}

type Common = Omit<ServiceOptions, "clientId" | "clientSecret">
type Maker = (env: Env, common: Common, at: Addresses) => Service | null

const withoutSlash = (url: string) => url.replace(/\/$/, "")

/** Null without the service's keys; server/process/env.ts ensures that the others are set together with the id. */
const makers: Record<ServiceName, Maker> = {
  strava(env, { db, now }, { strava }) {
    const { STRAVA_CLIENT_ID: clientId, STRAVA_CLIENT_SECRET: clientSecret } = env
    if (!clientId || !clientSecret) return null
    return createStrava({
      clientId,
      clientSecret,
      verifyToken: env.STRAVA_VERIFY_TOKEN ?? null,
      baseUrl: strava?.baseUrl ?? withoutSlash(env.STRAVA_BASE_URL),
      oauthUrl: strava?.oauthUrl ?? withoutSlash(env.STRAVA_OAUTH_URL),
      clubId: env.STRAVA_CLUB_ID ?? null,
      db,
      now,
    })
  },
  polar(env, common, { polar }) {
    const { POLAR_CLIENT_ID: clientId, POLAR_CLIENT_SECRET: clientSecret } = env
    return clientId && clientSecret ? createPolar({ ...common, ...polar, clientId, clientSecret }) : null
  },
  wahoo(env, common, { wahoo }) {
    const { WAHOO_CLIENT_ID: clientId, WAHOO_CLIENT_SECRET: clientSecret, WAHOO_WEBHOOK_TOKEN: token } = env
    if (!clientId || !clientSecret || !token) return null
    return createWahoo({ ...common, ...wahoo, clientId, clientSecret, webhookToken: token })
  },
  intervals(env, common, { intervals }) {
    const { INTERVALS_CLIENT_ID: clientId, INTERVALS_CLIENT_SECRET: clientSecret } = env
    const { INTERVALS_WEBHOOK_SECRET: webhookSecret } = env
    if (!clientId || !clientSecret || !webhookSecret) return null
    return createIntervals({ ...common, ...intervals, clientId, clientSecret, webhookSecret })
  },
  concept2(env, common, { concept2 }) {
    const { CONCEPT2_CLIENT_ID: clientId, CONCEPT2_CLIENT_SECRET: clientSecret } = env
    const baseUrl = concept2?.baseUrl ?? withoutSlash(env.CONCEPT2_BASE_URL)
    return clientId && clientSecret ? createConcept2({ ...common, baseUrl, clientId, clientSecret }) : null
  },
  suunto(env, common, { suunto }) {
    const { SUUNTO_CLIENT_ID: clientId, SUUNTO_CLIENT_SECRET: clientSecret } = env
    const { SUUNTO_SUBSCRIPTION_KEY: subscriptionKey, SUUNTO_WEBHOOK_SECRET: webhookSecret } = env
    if (!clientId || !clientSecret || !subscriptionKey || !webhookSecret) return null
    return createSuunto({ ...common, ...suunto, clientId, clientSecret, subscriptionKey, webhookSecret })
  },
  coros(env, common, { coros }) {
    const { COROS_CLIENT_ID: clientId, COROS_CLIENT_SECRET: clientSecret } = env
    const at = coros ?? { baseUrl: withoutSlash(env.COROS_BASE_URL), fileOrigin: "https://oss.coros.com" }
    return clientId && clientSecret ? createCoros({ ...common, ...at, clientId, clientSecret }) : null
  },
  garmin(env, common, { garmin }) {
    const { GARMIN_CLIENT_ID: clientId, GARMIN_CLIENT_SECRET: clientSecret } = env
    return clientId && clientSecret ? createGarmin({ ...common, ...garmin, clientId, clientSecret }) : null
  },
}
