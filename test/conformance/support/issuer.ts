import { Hono } from "hono"
import { exportJWK, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from "jose"
import type { VerifyToken } from "#platform/gateway/contract.ts"

/** Issues tokens as our auth service does (ES256) and publishes its key; replaces it where only tokens matter. */
export interface Issuer {
  /** `expiresInS` may be negative. */
  token(claims: JWTPayload & { role?: string }, expiresInS?: number): Promise<string>
  verifyToken: VerifyToken
  /** Paths relative to /auth/v1. */
  app: Hono
  /** How often the published keys were read. */
  keyRequests(): number
}

export async function createIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true })
  const published = { ...(await exportJWK(publicKey)), kid: "test-key", alg: "ES256", use: "sig" }
  let requests = 0
  const app = new Hono()
  app.get("/.well-known/jwks.json", (c) => {
    requests++
    return c.json({ keys: [published] })
  })
  app.get("/health", (c) => c.json({ name: "issuer" }))
  app.post("/echo", async (c) => c.json({ headers: c.req.header(), body: await c.req.text() }))
  return {
    token: (claims, expiresInS = 3600) =>
      new SignJWT({ role: "authenticated", ...claims })
        .setProtectedHeader({ alg: "ES256", kid: "test-key", typ: "JWT" })
        .setIssuedAt()
        .setAudience("authenticated")
        .setExpirationTime(Math.floor(Date.now() / 1000) + expiresInS)
        .sign(privateKey),
    async verifyToken(token) {
      try {
        return (await jwtVerify(token, publicKey, { algorithms: ["ES256"] })).payload as Awaited<
          ReturnType<VerifyToken>
        >
      } catch {
        return null
      }
    },
    app,
    keyRequests: () => requests,
  }
}
