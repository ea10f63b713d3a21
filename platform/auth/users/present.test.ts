/** An account in the wire format. */
import { expect, test } from "vitest"
import { presentFactor, presentIdentity, presentUser } from "./present.ts"
import type { FactorRow, IdentityRow, UserRow } from "./row.ts"

const at = "2026-11-20T12:00:00.000Z"
const bare: UserRow = {
  id: "u",
  aud: null,
  role: null,
  email: null,
  encrypted_password: "$2b$",
  email_confirmed_at: null,
  invited_at: null,
  confirmation_sent_at: null,
  recovery_sent_at: null,
  email_change: null,
  email_change_sent_at: null,
  email_change_confirm_status: 0,
  reauthentication_sent_at: null,
  last_sign_in_at: null,
  raw_app_meta_data: null,
  raw_user_meta_data: null,
  created_at: new Date(at),
  updated_at: new Date(at),
  phone: null,
  phone_confirmed_at: null,
  confirmed_at: null,
  banned_until: null,
  deleted_at: null,
  is_anonymous: true,
  identities: null,
  factors: null,
}
const identity: IdentityRow = {
  id: "i",
  provider_id: "p",
  user_id: "u",
  identity_data: { sub: "p" },
  provider: "google",
  email: null,
  last_sign_in_at: null,
  created_at: at,
  updated_at: at,
}
const factor: FactorRow = {
  id: "f",
  friendly_name: null,
  factor_type: "totp",
  status: "verified",
  created_at: at,
  updated_at: at,
}

test("unset fields are omitted, or empty if clients read them unconditionally", () =>
  expect(presentUser(bare)).toEqual({
    id: "u",
    aud: "",
    role: "",
    email: "",
    phone: "",
    app_metadata: {},
    user_metadata: {},
    identities: [],
    created_at: at,
    updated_at: at,
    is_anonymous: true,
  }))

test("set fields are included, but no password hash", () => {
  const instants = [
    "email_confirmed_at",
    "invited_at",
    "phone_confirmed_at",
    "confirmation_sent_at",
    "confirmed_at",
    "recovery_sent_at",
    "email_change_sent_at",
    "reauthentication_sent_at",
    "last_sign_in_at",
    "banned_until",
    "deleted_at",
  ]
  const said = { aud: "a", role: "r", email: "e", phone: "1" }
  const user = {
    ...bare,
    ...said,
    ...Object.fromEntries(instants.map((name) => [name, new Date(at)])),
    email_change: "n",
    raw_app_meta_data: { role: "owner" },
    raw_user_meta_data: { name: "A" },
    identities: [identity],
    factors: [factor],
  }
  expect(presentUser(user)).toEqual({
    id: "u",
    ...said,
    ...Object.fromEntries(instants.map((name) => [name, at])),
    new_email: "n",
    app_metadata: { role: "owner" },
    user_metadata: { name: "A" },
    identities: [presentIdentity(identity)],
    factors: [presentFactor(factor)],
    created_at: at,
    updated_at: at,
    is_anonymous: true,
  })
})

test("an identity and a factor are included", () => {
  const shown = {
    identity_id: "i",
    id: "p",
    user_id: "u",
    identity_data: { sub: "p" },
    provider: "google",
    created_at: at,
    updated_at: at,
  }
  expect(presentIdentity(identity)).toEqual(shown)
  const more = { email: "e", last_sign_in_at: at }
  expect(presentIdentity({ ...identity, ...more })).toEqual({ ...shown, ...more })
  const { friendly_name: _, ...rest } = factor
  expect(presentFactor(factor)).toEqual(rest)
  expect(presentFactor({ ...factor, friendly_name: "Phone" })).toEqual({ ...rest, friendly_name: "Phone" })
})
