import { site } from "./site.ts"

/** What a personal token may do. A token has only the scopes that its owner chose. */
export const apiScopes = {
  "boards:read": "See boards as you see them",
  "me:read": "Read your days, points and workouts",
  "me:write": "Upload workouts for you",
  "team:read": "Read the names, points and active days of the team you are captain of",
} as const

export type ApiScope = keyof typeof apiScopes

export const apiScopeNames = Object.keys(apiScopes) as [ApiScope, ...ApiScope[]]

/** The days for which a token can be valid. */
export const tokenDays = [30, 90, 365] as const

/** Tokens of one account at a time. */
export const mostTokens = 20

/** Requests a minute: of a network without a token, and of a token. */
export const apiCallsPerMinute = { network: 60, token: 600 } as const

/** The largest file in one upload by token, in bytes. Exports of a whole history are uploaded on the site. */
export const apiUploadBytes = 16 * 1024 * 1024

export const tokenMail = {
  subject: `A new access token for your ${site.name} account`,
  heading: "You made an access token",
  paragraphs: [
    "Programs that have it can use the account in the ways listed here until it expires or you delete it.",
  ],
  footnote: `If you did not make it, delete it under Security on your account page and change your password.`,
} as const
