import { z } from "zod"
import { metadata, text } from "../http/body.ts"
import { invalid } from "../refusal.ts"

/** Attributes that an administrator may set on an account. */
export const adminAttributes = z.object({
  id: z.uuid("id must be an UUID").nullish(),
  role: z.string().max(255).nullish(),
  email: text,
  phone: text,
  password: z.string().max(4_096).nullish(),
  password_hash: text,
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: text,
})

export type AdminAttributes = z.output<typeof adminAttributes>

const unitMs: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 }

/**
 * The instant at which a ban of `duration` ends. Go's notation ("24h", "1h30m", "300ms"); null for "none".
 * Throws validation_failed.
 */
export function banEnd(duration: string, now: Date): Date | null {
  if (duration === "none") return null
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)]
  if (parts.length === 0 || parts.map(([whole]) => whole).join("") !== duration)
    throw invalid(`invalid format for ban duration: ${duration.slice(0, 40)}`)
  const ms = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitMs[unit ?? ""] ?? 0), 0)
  // PostgreSQL's last year is 294276; bans are capped at a thousand years.
  return new Date(now.getTime() + Math.min(ms, 1_000 * 365 * 86_400_000))
}

/** bcrypt only; sign-in cannot check any other hash. */
export function checkPasswordHash(hash: string): void {
  if (!/^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/.test(hash))
    throw invalid("password_hash must be a bcrypt hash with a cost from 4 to 14")
}
