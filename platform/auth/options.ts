import type { Context } from "hono"
import type { Db } from "#ports/db.ts"
import type { Log } from "#ports/log.ts"
import type { Mail } from "#ports/mail.ts"
import type { PasswordHasher } from "./passwords/hasher.ts"

/** An external sign-in provider, off until it is configured. Only tests set base addresses. */
export interface ProviderSettings {
  clientId: string
  secret: string
  /** Replaces the provider's own origins, for a stand-in. */
  baseUrl?: string
}

/** Apple accepts a token signed with a key of the team instead of a secret. */
export interface AppleSettings extends Omit<ProviderSettings, "secret"> {
  teamId: string
  keyId: string
  /** PKCS #8 in PEM, on the curve P-256. */
  privateKey: string
}

/** Any provider of OpenID Connect. */
export interface OpenIdSettings extends Omit<ProviderSettings, "baseUrl"> {
  /** Exactly as the provider writes it. */
  issuer: string
  /** What people read on the button: "Continue with <label>". */
  label: string
}

/** The content of a mail of the auth service. */
export interface AuthMailContent {
  subject: string
  /** The first line of the text, shown large. */
  heading: string
  paragraphs: readonly string[]
  button?: { label: string; url: string }
  /** Six digits to type in, instead of or in addition to the button. */
  code?: string
  /** What to do for a person who did not request it. */
  footnote: string
}

/** The name of the site; the platform has neither a name nor a look of its own. */
export interface Brand {
  name: string
  /** Where an account is checked and secured, as a path; by default the site itself. */
  securityPath?: string
  /**
   * Renders a mail in the common layout of the product, as plain text and as HTML, with everything escaped.
   */
  renderMail(content: AuthMailContent): { subject: string; text: string; html: string }
}

export type PasswordCharacters = "lower" | "upper" | "digits" | "symbols"

export interface AuthConfig {
  signUps: boolean
  emailSignIn: boolean
  /** Numbers are accepted only together with `phoneAutoconfirm`: no text messages are sent. */
  phoneSignIn: boolean
  /** Accounts are usable without proof of the mailbox. This never grants the operator role. */
  autoconfirm: boolean
  phoneAutoconfirm: boolean
  anonymousSignIn: boolean
  /** Members may link further providers to their account. */
  manualLinking: boolean
  passwordMinLength: number
  refuseCommonPasswords: boolean
  /** Character classes; a new password needs at least one character of each. */
  passwordCharacters: readonly PasswordCharacters[]
  /** bcrypt work factor for new passwords. */
  passwordCost: number
  /** Lifetime of mailed codes and links. */
  otpLifetimeS: number
  /** Until it expires, the Data API accepts a verified access token whatever has happened to its session. */
  accessTokenLifetimeS: number
  refreshGraceS: number
  /** A session ends after this long without a refresh; null for never. */
  sessionInactivityS: number | null
  /** A session ends after this long in any case; null for never. */
  sessionTimeboxS: number | null
  /** For this long after signing in, a password may be changed without the old one or a mailed code, and passkeys without more. */
  recentSignInS: number
  /** A change of address requires confirmation from both mailboxes. */
  secureEmailChange: boolean
  maxFactors: number
  /** Addresses that get the operator role once their mailbox is proven. */
  operatorEmails: readonly string[]
  /** An operator's token reaches the admin routes only after a second factor. */
  operatorsNeedAal2: boolean
  /** Minimum response time in ms where the response must not reveal whether an address has an account. */
  equalTimeMs: number
  mailMinIntervalS: number
  mailsPerAddressPerHour: number
  mailsPerNetworkPerHour: number
  signUpsPerNetworkPerHour: number
  verificationsPerNetworkPer5Min: number
  /**
   * Challenges for passkeys: each visit of the sign-in form requests one, which neither proves nor guesses anything.
   */
  challengesPerNetworkPer5Min: number
  refreshesPerNetworkPer5Min: number
  /** Failed sign-ins before waits start: of one account from one network, of one account, of one network. */
  freeFailures: { pair: number; account: number; network: number }
  providers: {
    google?: ProviderSettings
    github?: ProviderSettings
    apple?: AppleSettings
    oidc?: OpenIdSettings
  }
}

/** The defaults. Values taken from GoTrue are marked. */
export const defaultConfig: AuthConfig = {
  signUps: true,
  emailSignIn: true,
  phoneSignIn: false,
  autoconfirm: false,
  phoneAutoconfirm: false,
  anonymousSignIn: false,
  manualLinking: false,
  passwordMinLength: 6, // GoTrue
  refuseCommonPasswords: true,
  passwordCharacters: [],
  passwordCost: 10, // GoTrue
  otpLifetimeS: 3600, // GoTrue
  accessTokenLifetimeS: 900,
  refreshGraceS: 10, // GoTrue
  sessionInactivityS: 30 * 86_400,
  sessionTimeboxS: null,
  recentSignInS: 3600,
  secureEmailChange: true, // GoTrue
  maxFactors: 10, // GoTrue
  operatorEmails: [],
  operatorsNeedAal2: false,
  equalTimeMs: 120,
  mailMinIntervalS: 60, // GoTrue
  mailsPerAddressPerHour: 6,
  mailsPerNetworkPerHour: 60,
  signUpsPerNetworkPerHour: 60,
  verificationsPerNetworkPer5Min: 30, // GoTrue
  challengesPerNetworkPer5Min: 300,
  refreshesPerNetworkPer5Min: 150, // GoTrue
  freeFailures: { pair: 5, account: 20, network: 50 },
  providers: {},
}

/** Completes an installation's settings to a full configuration. */
export function configFrom(given: Partial<AuthConfig> = {}): AuthConfig {
  return { ...defaultConfig, ...given }
}

/**
 * For tests, which perform in seconds what people do over days. Guessing stays limited: codes and passwords keep their
 * attempt limits.
 */
export const withoutLimits = {
  mailMinIntervalS: 0,
  mailsPerAddressPerHour: Number.POSITIVE_INFINITY,
  mailsPerNetworkPerHour: Number.POSITIVE_INFINITY,
  signUpsPerNetworkPerHour: Number.POSITIVE_INFINITY,
  verificationsPerNetworkPer5Min: Number.POSITIVE_INFINITY,
  challengesPerNetworkPer5Min: Number.POSITIVE_INFINITY,
  refreshesPerNetworkPer5Min: Number.POSITIVE_INFINITY,
} satisfies Partial<AuthConfig>

export interface AuthOptions {
  db: Db
  mail: Mail
  now: () => Date
  log: Log
  /** Public origin without a trailing slash. Every link in a mail starts with it, never with a request's Host. */
  siteUrl: string
  /** Further addresses that a sign-in may return to: exact, or with `*`, `**` and `?`. */
  redirectAllowList?: readonly string[]
  /**
   * The site's confirmation page for mailed links, such as "/mail-link": a link to it carries the token, and the page's
   * button redeems it. Links that lead elsewhere are redeemed by GET, as clients expect.
   */
  askingPage?: string
  /** At least 32 characters. */
  authSecret: string
  keys: {
    publishable: string
    secret: string
    /** Shared HS256 secret of legacy Supabase keys and of tokens that the operator's own servers sign. */
    legacySecret?: string
  }
  brand: Brand
  config?: Partial<AuthConfig>
  /** Determines the visitor's address, taking trusted proxies into account. Default: the socket's address. */
  clientAddress?: (c: Context) => string | undefined
  /** Default: threads of its own that hash at `passwordCost`. */
  hasher?: PasswordHasher
}
