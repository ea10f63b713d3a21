import { expect, test } from "vitest"
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
