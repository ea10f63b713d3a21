/** A provider for tests: Google's and GitHub's routes on a real port, signing in the user set by the test. */
import { createHash, randomUUID } from "node:crypto"
import type { AddressInfo } from "node:net"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { exportJWK, generateKeyPair, SignJWT } from "jose"
import { googleIssuer } from "#platform/auth/providers/google.ts"

interface StandInPerson {
  id: string
  email: string
  verified: boolean
  name: string
}

export interface StandIn {
  url: string
  /** The user signed in there. */
  person: StandInPerson
  /** Visits an authorize address as the browser would; returns the redirect target. */
  visit(url: string): Promise<URL>
  idToken(claims: Record<string, unknown>): Promise<string>
  close(): Promise<void>
}

export async function startStandIn(client: { clientId: string; secret: string }): Promise<StandIn> {
  const { publicKey, privateKey } = await generateKeyPair("RS256")
  const jwk = { ...(await exportJWK(publicKey)), kid: "stand-in", alg: "RS256", use: "sig" }
  const codes = new Map<string, { challenge: string; redirectUri: string; nonce: string }>()
  const app = new Hono()
  const idToken = (claims: Record<string, unknown>) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid: "stand-in" })
      .setIssuer(googleIssuer)
      .setAudience(client.clientId)
      .setIssuedAt()
      .setExpirationTime("10m")
      .sign(privateKey)

  const leave = new Hono().get("*", (c) => {
    const code = randomUUID()
    codes.set(code, {
      challenge: c.req.query("code_challenge") ?? "",
      redirectUri: c.req.query("redirect_uri") ?? "",
      nonce: c.req.query("nonce") ?? "",
    })
    const back = new URL(c.req.query("redirect_uri") ?? "")
    back.search = new URLSearchParams({ code, state: c.req.query("state") ?? "" }).toString()
    return c.redirect(back.toString())
  })
  app.route("/o/oauth2/v2/auth", leave).route("/login/oauth/authorize", leave)
  app.get("/oauth2/v3/certs", (c) => c.json({ keys: [jwk] }))
  for (const path of ["/token", "/login/oauth/access_token"])
    app.post(path, async (c) => {
      const form = await c.req.parseBody()
      const issued = codes.get(String(form.code))
      codes.delete(String(form.code))
      const proof = createHash("sha256").update(String(form.code_verifier)).digest("base64url")
      const genuine =
        issued?.challenge === proof &&
        issued.redirectUri === form.redirect_uri &&
        form.client_id === client.clientId &&
        form.client_secret === client.secret
      if (!genuine) return c.json({ error: "invalid_grant" }, 400)
      const { id, email, verified, name } = standIn.person
      return c.json({
        access_token: "stand-in-access",
        id_token: await idToken({ sub: id, email, email_verified: verified, name, nonce: issued?.nonce }),
      })
    })
  app.get("/user", (c) =>
    c.json({ id: Number(standIn.person.id), login: "login", name: standIn.person.name }),
  )
  app.get("/user/emails", (c) =>
    c.json([
      { email: "other@example.com", primary: false, verified: true },
      { email: standIn.person.email, primary: true, verified: standIn.person.verified },
    ]),
  )

  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" })
  await new Promise((resolve) => server.once("listening", resolve))
  const standIn: StandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    person: { id: "1", email: "person@example.com", verified: true, name: "A Person" },
    async visit(url) {
      const response = await fetch(url, { redirect: "manual" })
      return new URL(response.headers.get("location") ?? "")
    },
    idToken,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return standIn
}
