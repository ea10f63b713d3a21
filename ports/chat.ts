import type { Seal } from "#primitives/secrets.ts"

export type ChatService = "discord" | "slack"

/** A message in plain text. What it says can be written by strangers: the adapter escapes it for each service. */
export interface ChatMessage {
  title: string
  /** In this order, one below the other. */
  lines: readonly string[]
  link: { text: string; url: string }
}

/**
 * `gone`: the service has ended the address. `later`: it is busy or away, with the seconds that it asks to wait. `ours`: it refuses the
 * message, which a repeat does not help.
 */
export type ChatDelivery =
  | { ok: true }
  | { ok: false; why: "gone" | "ours"; reason: string }
  | { ok: false; why: "later"; reason: string; waitSeconds: number | null }

/** Incoming webhooks of chat services. */
export interface Chat {
  /** The service whose webhook an address is; null for any other address, which is never called. */
  serviceOf(address: string): ChatService | null
  /** Posts a message. Reasons do not contain the address, which is a secret. */
  post(address: string, message: ChatMessage): Promise<ChatDelivery>
  /** Encrypts addresses for the database. */
  addresses: Seal
}
