import { generateKeyPairSync } from "node:crypto"
import { expect, test } from "vitest"
import { startOpenIdStandIn } from "#test/stand-ins/openid-provider.ts"
import { startStandIn } from "#test/stand-ins/sign-in-provider.ts"
import { startAccounts } from "../support/accounts.ts"

test("signInWithOAuth and signInWithIdToken: Google and GitHub, if configured", async () => {
  const google = { clientId: "client", secret: "secret" }
  const standIn = await startStandIn(google)
  const provider = { ...google, baseUrl: standIn.url }
  const site = await startAccounts({ providers: { google: provider, github: provider }, manualLinking: true })
  try {
    for (const name of ["google", "github"] as const) {
      standIn.person = { id: `${name.length}`, email: `${name}@example.com`, verified: true, name: "N" }
      const client = site.client({ flowType: "pkce" })
      const { data } = await client.auth.signInWithOAuth({
        provider: name,
        options: { skipBrowserRedirect: true, redirectTo: site.url },
      })
      const left = await fetch(data.url ?? "", { redirect: "manual" })
      const back = await standIn.visit(left.headers.get("location") ?? "")
      const cookie = left.headers.get("set-cookie")?.split(";")[0] ?? ""
      const arrived = await fetch(back, { redirect: "manual", headers: { cookie } })
      const end = new URL(arrived.headers.get("location") ?? "")
      const session = await client.auth.exchangeCodeForSession(end.searchParams.get("code") ?? "")
      expect(session.data.user?.email).toBe(`${name}@example.com`)
    }
    const token = await standIn.idToken({ sub: "native", email: "native@example.com", email_verified: true })
    const { data } = await site.client().auth.signInWithIdToken({ provider: "google", token })
    expect(data.user?.email).toBe("native@example.com")
  } finally {
    await site.close()
    await standIn.close()
  }
})

test("signInWithOAuth: Apple by a posted form, and any provider of OpenID Connect, if configured", async () => {
  const pair = generateKeyPairSync("ec", { namedCurve: "prime256v1" })
  const given = { clientId: "client", secret: "secret" }
  const ids = { keyId: "KEY", teamId: "TEAM" }
  const publicKey = String(pair.publicKey.export({ type: "spki", format: "pem" }))
  const apple = await startOpenIdStandIn({ ...given, apple: { ...ids, publicKey } })
  const club = await startOpenIdStandIn(given)
  const privateKey = String(pair.privateKey.export({ type: "pkcs8", format: "pem" }))
  const site = await startAccounts({
    providers: {
      apple: { clientId: given.clientId, ...ids, privateKey, baseUrl: apple.url },
      oidc: { ...given, issuer: club.url, label: "Club" },
    },
  })
  try {
    for (const [provider, standIn] of [
      ["apple", apple],
      ["custom:oidc", club],
    ] as const) {
      standIn.person = {
        sub: "1",
        email: `${provider.length}@example.com`,
        email_verified: true,
        name: "Ada L",
      }
      const client = site.client({ flowType: "pkce" })
      const { data } = await client.auth.signInWithOAuth({
        provider,
        options: { skipBrowserRedirect: true, redirectTo: site.url },
      })
      const left = await fetch(data.url ?? "", { redirect: "manual" })
      const back = await standIn.visit(left.headers.get("location") ?? "")
      const cookie = left.headers.get("set-cookie")?.split(";")[0] ?? ""
      // The browser sends no cookie with a post from another site.
      const posted =
        back.form && (await fetch(back.url, { method: "POST", body: back.form, redirect: "manual" }))
      const address = posted?.headers.get("location") ?? back.url
      const arrived = await fetch(address, { redirect: "manual", headers: { cookie } })
      const end = new URL(arrived.headers.get("location") ?? "")
      const session = await client.auth.exchangeCodeForSession(end.searchParams.get("code") ?? "")
      expect(session.data.user).toMatchObject({
        email: standIn.person.email,
        app_metadata: { provider },
        user_metadata: { full_name: "Ada L" },
      })
    }
  } finally {
    await site.close()
    await apple.close()
    await club.close()
  }
})
