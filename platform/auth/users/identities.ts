import { randomUUID } from "node:crypto"
import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"

interface NewIdentity {
  userId: string
  /** "email", "phone", "google", "github". */
  provider: string
  /** The account's id at the provider; the user's own id for email and phone. */
  providerId: string
  data: Record<string, unknown>
}

/** Links an identity to an account and adds its provider to app_metadata. */
export async function addIdentity(auth: Auth, db: Db, identity: NewIdentity): Promise<void> {
  const now = auth.now()
  await db.sql`
    insert into auth.identities (
      id, provider_id, user_id, provider, identity_data, last_sign_in_at, created_at, updated_at)
    values (
      ${randomUUID()}, ${identity.providerId}, ${identity.userId}, ${identity.provider},
      ${db.sql.json(identity.data)}, ${now}, ${now}, ${now})`
  await noteProviders(auth, db, identity.userId)
}

/** `providers` lists every provider of the account; `provider` is the first one. */
export async function noteProviders(auth: Auth, db: Db, userId: string): Promise<void> {
  await db.sql`
    update auth.users u set updated_at = ${auth.now()}, raw_app_meta_data =
      coalesce(u.raw_app_meta_data, '{}') || jsonb_build_object(
        'provider', coalesce(
          (select u.raw_app_meta_data ->> 'provider' where u.raw_app_meta_data ->> 'provider' = any (p.names)),
          p.names[1]),
        'providers', to_jsonb(p.names))
    from (
      select array_agg(provider order by first_at, provider) as names
      from (select provider, min(created_at) as first_at from auth.identities
            where user_id = ${userId} group by provider) each
    ) p
    where u.id = ${userId} and p.names is not null`
}

/** The identity data of an email identity. */
export const emailIdentityData = (
  userId: string,
  email: string,
  userMetadata: object,
  verified: boolean,
) => ({
  ...userMetadata,
  sub: userId,
  email,
  email_verified: verified,
  phone_verified: false,
})
