import type { FactorRow, IdentityRow, UserRow } from "./row.ts"

/** A user in the wire format; unset fields are omitted, as GoTrue does. */
export function presentUser(user: UserRow): Record<string, unknown> {
  return {
    id: user.id,
    aud: user.aud ?? "",
    role: user.role ?? "",
    email: user.email ?? "",
    ...instants(user, ["email_confirmed_at", "invited_at"]),
    phone: user.phone ?? "",
    ...instants(user, ["phone_confirmed_at", "confirmation_sent_at", "confirmed_at", "recovery_sent_at"]),
    ...(user.email_change ? { new_email: user.email_change } : {}),
    ...instants(user, ["email_change_sent_at", "reauthentication_sent_at", "last_sign_in_at"]),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    ...(user.factors ? { factors: user.factors.map(presentFactor) } : {}),
    identities: (user.identities ?? []).map(presentIdentity),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    ...instants(user, ["banned_until", "deleted_at"]),
    is_anonymous: user.is_anonymous,
  }
}

type InstantColumn = {
  [Name in keyof UserRow]: UserRow[Name] extends Date | null ? Name : never
}[keyof UserRow]

function instants(user: UserRow, names: InstantColumn[]): Record<string, string> {
  const set: Record<string, string> = {}
  for (const name of names) {
    const value = user[name]
    if (value) set[name] = value.toISOString()
  }
  return set
}

export function presentIdentity(identity: IdentityRow): Record<string, unknown> {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...(identity.last_sign_in_at ? { last_sign_in_at: iso(identity.last_sign_in_at) } : {}),
    created_at: iso(identity.created_at),
    updated_at: iso(identity.updated_at),
    ...(identity.email ? { email: identity.email } : {}),
  }
}

export function presentFactor(factor: FactorRow): Record<string, unknown> {
  return {
    id: factor.id,
    created_at: iso(factor.created_at),
    updated_at: iso(factor.updated_at),
    status: factor.status,
    ...(factor.friendly_name ? { friendly_name: factor.friendly_name } : {}),
    factor_type: factor.factor_type,
  }
}

const iso = (instant: string) => new Date(instant).toISOString()
