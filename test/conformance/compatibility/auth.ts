import type { Client } from "../support/server.ts"
import type { Feature } from "./feature.ts"

const done = (feature: string, test: string, ...methods: string[]): Feature => ({
  feature,
  test,
  client: methods.map((method) => (method.includes(".") ? method : `GoTrueClient.${method}`)),
  status: "done",
})

/** The status in an error of the client. */
async function refused(answer: PromiseLike<{ error: unknown }>) {
  const { error } = await answer
  return { error, status: (error as { status?: number } | null)?.status }
}

const not = (
  feature: string,
  reason: string,
  probe: (client: Client) => PromiseLike<{ error: unknown }>,
  ...methods: string[]
): Feature => ({
  feature,
  reason,
  client: methods.map((method) => `GoTrueClient.${method}`),
  status: "not",
  probe: (client) => refused(probe(client)),
})

const message = "a message that was never signed"

/** Accounts and sessions in GoTrue's wire format, as auth-js calls them. */
export const auth: readonly Feature[] = [
  done("sign up with e-mail and password", "signUp: a mail and no session; its link signs in", "signUp"),
  done(
    "taken addresses and weak passwords",
    "signUp: a taken address has no identities, a weak password its reasons",
  ),
  done(
    "sign up without confirmation, and by number",
    "autoconfirm: a session opens immediately, and a taken address is reported",
  ),
  done("sign-up closed", "sign-up can be closed"),
  done(
    "sign in with a password",
    "signInWithPassword: session, claims and refusals",
    "signInWithPassword",
    "getSession",
    "getClaims",
    "fetchJwk",
    "jwks",
    "jwks_cached_at",
  ),
  done("events", "events: every change of a session is announced", "onAuthStateChange", "initialize"),
  done(
    "refresh",
    "refreshSession: new tokens, one child, and an end to replays",
    "refreshSession",
    "startAutoRefresh",
    "stopAutoRefresh",
  ),
  done("sign out", "signOut: global, local and others", "signOut", "dispose"),
  done("magic links and six digits", "signInWithOtp and verifyOtp: six digits", "signInWithOtp", "verifyOtp"),
  done(
    "password recovery",
    "resetPasswordForEmail: PASSWORD_RECOVERY, then a new password",
    "resetPasswordForEmail",
  ),
  done("PKCE", "exchangeCodeForSession: PKCE for links in mails", "exchangeCodeForSession"),
  done("changing one's account", "updateUser: metadata, password and address", "updateUser"),
  done("reauthentication", "reauthenticate: a code to the member's mailbox", "reauthenticate"),
  done("resend", "resend: the confirmation once more", "resend"),
  done(
    "sessions carried over",
    "setSession and getUser: a session transferred, an invalid one refused",
    "setSession",
    "getUser",
    "isThrowOnErrorEnabled",
  ),
  done(
    "identities",
    "getUserIdentities: the linked identities, and no unlinking while that is off",
    "getUserIdentities",
    "linkIdentity",
    "linkIdentityOAuth",
    "linkIdentityIdToken",
    "unlinkIdentity",
  ),
  done("second factor by app (TOTP)", "mfa: enroll, challenge, verify, levels, list, unenroll"),
  done("recovery codes", "mfa recovery codes: generate, status, verify, regenerate, unenroll"),
  done(
    "Google and GitHub (configuration, off by default)",
    "signInWithOAuth and signInWithIdToken: Google and GitHub, if configured",
    "signInWithOAuth",
    "signInWithIdToken",
  ),
  done(
    "tokens signed with the shared secret (configuration, off by default)",
    "tokens of one's own: rows, functions of the database, objects and channels are those of the subject, without an account",
  ),
  done(
    "Apple and any provider of OpenID Connect (configuration, off by default)",
    "signInWithOAuth: Apple by a posted form, and any provider of OpenID Connect, if configured",
  ),
  done(
    "anonymous accounts (configuration, off by default)",
    "anonymous accounts, if switched on",
    "signInAnonymously",
  ),
  done(
    "administration of users",
    "admin: users created, listed in pages, read, changed, deleted",
    "GoTrueAdminApi.createUser",
    "GoTrueAdminApi.listUsers",
    "GoTrueAdminApi.getUserById",
    "GoTrueAdminApi.updateUserById",
    "GoTrueAdminApi.deleteUser",
  ),
  done(
    "links and invitations",
    "admin: generateLink and inviteUserByEmail",
    "GoTrueAdminApi.generateLink",
    "GoTrueAdminApi.inviteUserByEmail",
  ),
  done(
    "administration of sessions and factors",
    "admin: signOut of a user, factors listed and removed",
    "GoTrueAdminApi.signOut",
  ),
  not(
    "wallets (web3)",
    "Nobody of the community signs in with a wallet; the provider stays switched off.",
    (client) => client.auth.signInWithWeb3({ chain: "ethereum", message, signature: "0x00" }),
    "signInWithWeb3",
    "signInWithEthereum",
    "signInWithSolana",
  ),
  not(
    "enterprise sign-in (SAML)",
    "Members are individuals; there is no company directory to sign in with.",
    (client) => client.auth.signInWithSSO({ domain: "example.com" }),
    "signInWithSSO",
  ),
  not("numbers by text message", "No text messages are sent, so no number could be proven.", (client) =>
    client.auth.signInWithOtp({ phone: "+15551234567" }),
  ),
  not(
    "second factor by text message",
    "No text messages are sent; the authenticator app and recovery codes are there.",
    (client) => client.auth.verifyOtp({ phone: "+15551234567", token: "123456", type: "sms" }),
  ),
  done(
    "passkeys",
    "passkeys: created, listed, renamed, used to sign in, removed",
    "signInWithPasskey",
    "registerPasskey",
  ),
  done("security keys as second factor (WebAuthn)", "mfa webauthn: enroll, challenge, verify"),
]
