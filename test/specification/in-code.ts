import type { KeptElsewhere } from "./item.ts"

const client = "node_modules/@supabase/auth-js/dist/main"
const accounts = "test/conformance/auth/accounts.test.ts"
const listing = "content/articles.test.ts"

/** Sections 3, 7, 8 and 9: the parts visible to programs, in our code and in that of the official client. */
export const inCode: readonly KeptElsewhere[] = [
  {
    section: "3 Athlete",
    item: "14 in the directory, 15 with details, one extra id",
    file: "content/athletes/linus-varga-cho.ts",
    letters: "listed: false",
    test: ["content/content.test.ts", "fourteen in the directory, fifteen with a page"],
  },
  {
    section: "3 Athlete",
    item: "topEvents: list of three strings",
    file: "content/schema.ts",
    letters: "topEvents: z.tuple([z.string(), z.string(), z.string()])",
  },
  {
    section: "3 Blog article",
    item: "14 entries, ids 1-10 and 12-16",
    file: listing,
    letters: "fourteen entries, ids 1-10 and 12-16",
    test: [listing, "fourteen entries, ids 1-10 and 12-16"],
  },
  {
    section: "3 Blog article",
    item: "featured ids: 15, 16, 1, 2, 7, 8, 14",
    file: listing,
    letters: "featured are 15, 16, 1, 2, 7, 8 and 14",
    test: [listing, "featured are 15, 16, 1, 2, 7, 8 and 14"],
  },
  {
    section: "3 Blog article",
    item: "readTime such as '6 min read'",
    file: "content/schema.ts",
    letters: "min read$/",
    test: [listing, "states the correct reading time"],
  },
  {
    section: "3 Service item",
    item: "seven services, their prices and types",
    file: "content/catalog.ts",
    letters: "priceCents: 1499",
    test: ["content/content.test.ts", "seven services with their prices and types"],
  },
  {
    section: "3 Partner form",
    item: "companyName, contactName, email, phone, website, partnershipType, budget, message",
    file: "content/forms.ts",
    letters: 'name: "partnershipType"',
  },
  {
    section: "3 Checkout request",
    item: "productName, price, mode",
    file: "app/shop/purchase.ts",
    letters: "{ productName: service.name, price: service.priceCents / 100, mode: modeOf(service) }",
    test: ["app/shop/answer-checkout.test.ts", "leads to the payment page"],
  },
  ...(
    [
      ["POST /signup", "signUp: a mail and no session; its link signs in"],
      ["POST /token?grant_type=password", "signInWithPassword: session, claims and refusals"],
      [
        "POST /token?grant_type=refresh_token",
        "refreshSession: new tokens, one child, and an end to replays",
      ],
      ["POST /logout?scope", "signOut: global, local and others"],
      ["get session and listen for auth state changes", "events: every change of a session is announced"],
      ["POST /otp, POST /verify", "signInWithOtp and verifyOtp: six digits"],
      ["POST /recover", "resetPasswordForEmail: PASSWORD_RECOVERY, then a new password"],
      ["GET and PUT /user", "updateUser: metadata, password and address"],
      ["POST /resend", "resend: the confirmation once more"],
      ["GET /reauthenticate", "reauthenticate: a code to the member's mailbox"],
      ["POST /factors, challenge, verify, DELETE", "mfa: enroll, challenge, verify, levels, list, unenroll"],
      ["/admin/users", "admin: users created, listed in pages, read, changed, deleted"],
    ] as const
  ).map(([item, name]) => ({
    section: "7 Authentication service",
    item,
    file: accounts,
    letters: name,
    test: [accounts, name] as const,
  })),
  ...(
    [
      ["reads GET with filters, order, limit and range", "reading.test.ts", "limit and range"],
      ["inserts POST", "writing.test.ts", "insert: one row returned, with defaults filled in"],
      ["updates PATCH", "writing.test.ts", "update: with filter, returned and counted"],
      ["deletes DELETE", "writing.test.ts", "delete: with filter, returned and counted"],
      ["POST /rpc/{name}", "rpc.test.ts", "rpc by %s: a scalar, named arguments and defaults"],
    ] as const
  ).map(([item, file, name]) => ({
    section: "7 Data API",
    item,
    file: `test/conformance/data/${file}`,
    letters: name,
    test: [`test/conformance/data/${file}`, name] as const,
  })),
  {
    section: "7 Query client",
    item: "retries once and does not refetch on window focus",
    file: "app/live/queries.tsx",
    letters: "retry: 1, refetchOnWindowFocus: false",
  },
  {
    section: "8 Authentication service errors",
    item: "'Auth session missing!' (400)",
    file: `${client}/lib/errors.js`,
    letters: "'Auth session missing!', 'AuthSessionMissingError', 400",
    test: [accounts, "signOut: global, local and others"],
  },
  {
    section: "8 Authentication service errors",
    item: "'Auth session or user missing' (500)",
    file: `${client}/lib/errors.js`,
    letters: "'Auth session or user missing', 'AuthInvalidTokenResponseError', 500",
  },
  {
    section: "8 Authentication service errors",
    item: "an error in the redirect address raises an implicit-grant error",
    file: `${client}/lib/errors.js`,
    letters: "class AuthImplicitGrantRedirectError",
    test: ["app/session/redirected.test.ts", "a foreign text is truncated"],
  },
  {
    section: "8 Authentication service errors",
    item: "retry on 502, 503, 504 or network failure",
    file: `${client}/lib/fetch.js`,
    letters: "502, 503, 504",
  },
  {
    section: "8 Data API errors",
    item: "message, details, hint and code",
    file: "test/conformance/compatibility/data.ts",
    letters: "errors with message, details, hint and code",
    test: ["test/conformance/data/errors.test.ts", "error: "],
  },
  {
    section: "9 Toast",
    item: "removal delay 1,000,000 ms",
    file: "content/site.ts",
    letters: "toastRemoveDelayMs: 1_000_000",
    test: ["content/content.test.ts", "events, figures and limits"],
  },
  {
    section: "9 Directory",
    item: "bio clamped to 3 lines on cards",
    file: "app/pages/athletes/athlete-card.tsx",
    letters: "line-clamp-3",
  },
  {
    section: "9 Blog",
    item: "sort options: date descending, ascending, A-Z by locale compare",
    file: "app/pages/blog/filters.ts",
    letters: "a.title.localeCompare(b.title",
    test: [
      "test/e2e/blog.test.ts",
      "all articles, nine of fourteen until more are requested; search, category and sort",
    ],
  },
  {
    section: "9 Auth",
    item: "auto-refresh check every 30 s, when 90 s or less remain",
    file: `${client}/lib/constants.js`,
    letters: "AUTO_REFRESH_TICK_DURATION_MS = 30 * 1000",
  },
  {
    section: "9 Auth",
    item: "refresh retries back off from 200 ms, doubling",
    file: `${client}/GoTrueClient.js`,
    letters: "200 * Math.pow(2, attempt",
  },
  {
    section: "9 Auth",
    item: "signing-key cache 10 min",
    file: `${client}/lib/constants.js`,
    letters: "JWKS_TTL = 10 * 60 * 1000",
  },
  {
    section: "9 Auth",
    item: "session storage key derived from the backend host name",
    file: "node_modules/@supabase/supabase-js/dist/index.cjs",
    letters: 'baseUrl.hostname.split(".")[0]}-auth-token',
    test: ["app/session/session.test.tsx", "in storage is a session"],
  },
  {
    section: "9 Realtime",
    item: "heartbeat 25 s",
    file: "node_modules/@supabase/realtime-js/dist/main/RealtimeClient.js",
    letters: "HEARTBEAT_INTERVAL: 25000",
    test: ["test/conformance/realtime/limits.test.ts", "one with heartbeats is not"],
  },
  {
    section: "9 Realtime",
    item: "timeout 10 s",
    file: "node_modules/@supabase/realtime-js/dist/main/lib/constants.js",
    letters: "DEFAULT_TIMEOUT = 10000",
  },
  {
    section: "9 Realtime",
    item: "reconnect delays 1, 2, 5 then 10 s",
    file: "node_modules/@supabase/realtime-js/dist/main/RealtimeClient.js",
    letters: "[1000, 2000, 5000, 10000]",
  },
  {
    section: "9 Storage",
    item: "list defaults: limit 100, offset 0, name ascending",
    file: "platform/storage/objects/list.ts",
    letters: "{offset ?? 0}",
    test: ["test/conformance/storage/objects.test.ts", "list shows one folder"],
  },
  {
    section: "9 Query cache",
    item: "exponential backoff from 1 s capped at 30 s",
    file: "node_modules/@tanstack/query-core/build/modern/retryer.js",
    letters: "1e3 * 2 ** failureCount, 3e4",
  },
]
