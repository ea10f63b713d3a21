/**
 * A provider of OpenID Connect for tests, on a real port: discovery, authorization by redirect or by form, tokens, keys that rotate. It
 * answers as Apple when it is given Apple's settings.
 */
import { createHash, randomUUID } from "node:crypto"
import type { AddressInfo } from "node:net"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { exportJWK, generateKeyPair, importSPKI, type JWTHeaderParameters, jwtVerify, SignJWT } from "jose"

type Claims = Record<string, unknown>

interface OpenIdPerson {
  sub: string
  email?: string
  email_verified?: boolean | string
  name?: string
}

export interface OpenIdStandIn {
  url: string
  /** Who is signed in there. */
  person: OpenIdPerson
  /** Changes what the next ID tokens say. */
  claims: Claims
  /** Signs the next ID tokens in place of the current key. */
  signer: ((claims: Claims) => Promise<string> | string) | null
  /** Changes the description at /.well-known/openid-configuration. */
  description: Claims
  /** The current public key, as published. */
  published(): Promise<JsonWebKey & { kid: string }>
  rotate(): Promise<void>
  /** How often the keys were read. */
  keyRequests(): number
  /** Visits an authorize address as a browser would; returns where the answer goes, and the form if it is posted. */
  visit(url: string): Promise<{ url: URL; form: URLSearchParams | null }>
  idToken(claims?: Claims): Promise<string>
  close(): Promise<void>
}

interface Options {
  clientId: string
  secret: string
  /** Apple: the public key that verifies the client's secret, and what that has to say. */
  apple?: { publicKey: string; keyId: string; teamId: string }
  usesBasic?: boolean
}

export async function startOpenIdStandIn(options: Options): Promise<OpenIdStandIn> {
  const { clientId, apple } = options
  let key = await newKey()
  let keyRequests = 0
  const met = new Set<string>()
  const codes = new Map<string, { challenge: string; redirectUri: string; nonce: string }>()
  const app = new Hono()
  const issuer = () => (apple ? "https://appleid.apple.com" : standIn.url)

  const idToken = async (claims: Claims = {}) => {
    const now = Math.floor(Date.now() / 1_000)
    const whole = {
      iss: issuer(),
      aud: clientId,
      iat: now,
      exp: now + 600,
      ...standIn.person,
      ...claims,
      ...standIn.claims,
    }
    if (standIn.signer) return standIn.signer(whole)
    const header: JWTHeaderParameters = { alg: "RS256", kid: key.kid }
    return new SignJWT(whole).setProtectedHeader(header).sign(key.privateKey)
  }

  app.get("/.well-known/openid-configuration", (c) =>
    c.json({
      ...{ issuer: issuer(), authorization_endpoint: `${standIn.url}/auth/authorize?from=b4m` },
      ...{ token_endpoint: `${standIn.url}/auth/token`, jwks_uri: `${standIn.url}/auth/keys` },
      userinfo_endpoint: `${standIn.url}/userinfo`,
      id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
      token_endpoint_auth_methods_supported: [
        options.usesBasic ? "client_secret_basic" : "client_secret_post",
      ],
      ...standIn.description,
    }),
  )
  app.get("/auth/authorize", (c) => {
    const code = randomUUID()
    const {
      redirect_uri: redirectUri = "",
      nonce = "",
      state = "",
      response_mode: mode,
      scope = "",
    } = c.req.query()
    codes.set(code, { challenge: c.req.query("code_challenge") ?? "", redirectUri, nonce })
    if (mode !== "form_post") {
      if (apple) return c.text("invalid_request", 400)
      return c.redirect(`${redirectUri}?${new URLSearchParams({ code, state, iss: issuer() })}`)
    }
    // Apple sends the name once, and not in the ID token.
    const { sub, name, email } = standIn.person
    const [firstName, lastName] = (name ?? "").split(" ")
    const isFirst = !met.has(sub) && scope.includes("name")
    met.add(sub)
    const user = isFirst ? { user: JSON.stringify({ name: { firstName, lastName }, email }) } : {}
    return c.json({ action: redirectUri, form: { state, code, ...user } })
  })
  app.post("/auth/token", async (c) => {
    const form = await c.req.parseBody()
    const issued = codes.get(String(form.code))
    codes.delete(String(form.code))
    const proof = createHash("sha256").update(String(form.code_verifier)).digest("base64url")
    const isKnown = issued?.challenge === proof && issued.redirectUri === form.redirect_uri
    if (!isKnown || !(await isClient(options, form, c.req.header("authorization"))))
      return c.json({ error: "invalid_grant" }, 400)
    const { name: _name, ...person } = standIn.person
    return c.json({
      access_token: "stand-in-access",
      id_token: await idToken({ nonce: issued.nonce, ...(apple ? { ...person, name: undefined } : {}) }),
    })
  })
  app.get("/auth/keys", async (c) => {
    keyRequests++
    return c.json({ keys: [await standIn.published()] })
  })
  app.get("/userinfo", (c) => c.json({ ...standIn.person, email: "info@example.com", email_verified: true }))

  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" })
  await new Promise((resolve) => server.once("listening", resolve))
  const standIn: OpenIdStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    person: { sub: "1", email: "person@example.com", email_verified: true, name: "A Person" },
    ...{ claims: {}, signer: null, description: {}, idToken },
    async published() {
      return { ...(await exportJWK(key.publicKey)), kid: key.kid, alg: "RS256", use: "sig" } as never
    },
    async rotate() {
      key = await newKey()
    },
    keyRequests: () => keyRequests,
    async visit(url) {
      const response = await fetch(url, { redirect: "manual" })
      const location = response.headers.get("location")
      if (location) return { url: new URL(location), form: null }
      const { action, form } = (await response.json()) as { action: string; form: Record<string, string> }
      return { url: new URL(action), form: new URLSearchParams(form) }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return standIn
}

async function newKey() {
  return { ...(await generateKeyPair("RS256", { extractable: true })), kid: randomUUID() }
}

async function isClient(
  { clientId, secret, apple, usesBasic }: Options,
  form: Record<string, unknown>,
  authorization: string | undefined,
): Promise<boolean> {
  if (form.client_id !== clientId) return false
  if (usesBasic) return authorization === `Basic ${Buffer.from(`${clientId}:${secret}`).toString("base64")}`
  if (!apple) return form.client_secret === secret
  try {
    const key = await importSPKI(apple.publicKey, "ES256")
    const { payload, protectedHeader } = await jwtVerify(String(form.client_secret), key, {
      ...{
        algorithms: ["ES256"],
        issuer: apple.teamId,
        subject: clientId,
        audience: "https://appleid.apple.com",
      },
      ...{ requiredClaims: ["iat", "exp"], maxTokenAge: "180 days" },
    })
    return protectedHeader.kid === apple.keyId && Number(payload.exp) - Number(payload.iat) <= 180 * 86_400
  } catch {
    return false
  }
}
