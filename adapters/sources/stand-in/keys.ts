/** The application's keys that every stand-in accepts. */
export const standInKeys = {
  clientId: "12345",
  clientSecret: "sandbox-secret",
  webhookSecret: "sandbox-webhook",
  subscriptionKey: "sandbox-key",
} as const
