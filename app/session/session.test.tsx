import type { Session } from "@supabase/supabase-js"
import { renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import { isSessionKey } from "./kept.ts"
import { AuthProvider, useAuth } from "./session.tsx"
import { nobody, sessionReducer, unknown } from "./state.ts"

function Shown() {
  const { user, session, loading } = useAuth()
  return <p>{JSON.stringify({ user, session, loading })}</p>
}

test("outside of the provider it throws an explanation", () => {
  expect(() => renderToString(<Shown />)).toThrow("useAuth must be used within an AuthProvider")
})

test("on the server the session is unknown", () => {
  const html = renderToString(
    <AuthProvider>
      <Shown />
    </AuthProvider>,
  ).replaceAll("&quot;", '"')
  expect(html).toBe('<p>{"user":null,"session":null,"loading":true}</p>')
})

test("events change the session, and only recovery waits for a new password", () => {
  const session = { access_token: "a" } as Session
  const after = (...events: Parameters<typeof sessionReducer>[1][]) => events.reduce(sessionReducer, unknown)
  expect(after(nobody)).toEqual({ session: null, loading: false, event: null, recovering: false })
  for (const event of ["INITIAL_SESSION", "SIGNED_IN", "TOKEN_REFRESHED", "MFA_CHALLENGE_VERIFIED"] as const)
    expect(after({ event, session })).toEqual({ session, loading: false, event, recovering: false })
  const recovered = after({ event: "PASSWORD_RECOVERY", session }, { event: "SIGNED_IN", session })
  expect(recovered.recovering).toBe(true)
  expect(sessionReducer(recovered, { event: "USER_UPDATED", session }).recovering).toBe(false)
  const out = sessionReducer(recovered, { event: "SIGNED_OUT", session: null })
  expect(out).toMatchObject({ session: null, recovering: false })
})

test.each([
  ["sb-localhost-auth-token", true],
  ["sb-abcdefgh-auth-token", true],
  ["sb-localhost-auth-token-code-verifier", false],
  ["theme", false],
  [null, false],
])("%s in storage is a session: %s", (key, is) => {
  expect(isSessionKey(key)).toBe(is)
})
