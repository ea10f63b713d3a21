/** What every stand-in takes for an application's keys. */
export const standInKeys = {
  clientId: "12345",
  clientSecret: "sandbox-secret",
  webhookSecret: "sandbox-webhook",
  subscriptionKey: "sandbox-key",
} as const
