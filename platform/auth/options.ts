import type { Context } from "hono"
import type { Db, Log, Mail } from "#domain/world.ts"

/** A sign-in service outside, off until it is configured. Base addresses are set only by tests. */
export interface ProviderSettings {
  clientId: string
  secret: string
  /** Replaces the provider's own origins, for a stand-in. */
  baseUrl?: string
}

/** What a mail of the auth service says. */
export interface AuthMailContent {
  subject: string
  /** First line of the text, shown large. */
  heading: string
  paragraphs: readonly string[]
  button?: { label: string; url: string }
  /** Six digits to type instead of following the button, or without one. */
  code?: string
  /** What a person who did not ask for it should do. */
  footnote: string
}

/** Whose accounts they are; the platform has neither a name nor a look of its own. */
export interface Brand {
  name: string
  /** Gives a mail the look that all mails of the product have: as plain text and as HTML, everything escaped. */
  renderMail(content: AuthMailContent): { subject: string; text: string; html: string }
}

export interface AuthConfig {
  signUps: boolean
  emailSignIn: boolean
  /** Numbers are taken only together with `phoneAutoconfirm`: no text messages are sent. */
  phoneSignIn: boolean
  /** Accounts are usable without proof of the mailbox. Nobody becomes an operator this way. */
  autoconfirm: boolean
  phoneAutoconfirm: boolean
  anonymousSignIn: boolean
  /** Members may tie further providers to their account. */
  manualLinking: boolean
  passwordMinLength: number
  refuseCommonPasswords: boolean
  /** bcrypt work factor for new passwords. */
  passwordCost: number
  /** Life of mailed codes and links. */
  otpLifetimeS: number
  /** Until it ends, a verified access token is good for the Data API whatever happened to its session. */
  accessTokenLifetimeS: number
  refreshGraceS: number
  /** A session without a refresh for this long is over; null never. */
  sessionInactivityS: number | null
  /** A session is over after this long whatever happens; null never. */
  sessionTimeboxS: number | null
  /** A password may be changed without a mailed code this long after signing in. */
  recentSignInS: number
  /** A change of address needs both mailboxes. */
  secureEmailChange: boolean
  maxFactors: number
  /** Addresses that become operators once their mailbox is proven. */
  operatorEmails: readonly string[]
  /** An operator's token reaches the admin routes only after a second factor. */
  operatorsNeedAal2: boolean
  /** Least time in ms for answers that must not tell whether an address has an account. */
  equalTimeMs: number
  mailMinIntervalS: number
  mailsPerAddressPerHour: number
  mailsPerNetworkPerHour: number
  signUpsPerNetworkPerHour: number
  verificationsPerNetworkPer5Min: number
  refreshesPerNetworkPer5Min: number
  /** Failed sign-ins before waiting begins: of one account from one network, of one account, of one network. */
  freeFailures: { pair: number; account: number; network: number }
  providers: { google?: ProviderSettings; github?: ProviderSettings }
}

/** The defaults. Where a number is GoTrue's own it is marked so. */
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
  refreshesPerNetworkPer5Min: 150, // GoTrue
  freeFailures: { pair: 5, account: 20, network: 50 },
  providers: {},
}

/** For tests that do in seconds what people do in days. Guessing stays limited: codes and passwords keep their tries. */
export const withoutLimits = {
  mailMinIntervalS: 0,
  mailsPerAddressPerHour: Number.POSITIVE_INFINITY,
  mailsPerNetworkPerHour: Number.POSITIVE_INFINITY,
  signUpsPerNetworkPerHour: Number.POSITIVE_INFINITY,
  verificationsPerNetworkPer5Min: Number.POSITIVE_INFINITY,
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
  /** At least 32 characters. */
  authSecret: string
  keys: {
    publishable: string
    secret: string
    /** Shared HS256 secret of older Supabase keys (roles anon and service_role); nothing else is accepted with it. */
    legacySecret?: string
  }
  brand: Brand
  config?: Partial<AuthConfig>
  /** The visitor's address, with the proxies in front taken into account. Default: the socket's. */
  clientAddress?: (c: Context) => string | undefined
}
