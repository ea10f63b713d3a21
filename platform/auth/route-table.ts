import type { Context } from "hono"
import type { Auth } from "./auth.ts"
import { adminAudit } from "./endpoints/admin-audit.ts"
import { adminFactorsDelete, adminFactorsList } from "./endpoints/admin-factors.ts"
import { adminGenerateLink } from "./endpoints/admin-generate-link.ts"
import { adminUsersDelete, adminUsersGet, adminUsersList } from "./endpoints/admin-users.ts"
import { adminUsersCreate } from "./endpoints/admin-users-create.ts"
import { adminUsersUpdate } from "./endpoints/admin-users-update.ts"
import { authorize, identityAuthorize } from "./endpoints/authorize.ts"
import { callback, callbackPost } from "./endpoints/callback.ts"
import { factorsChallenge } from "./endpoints/factors-challenge.ts"
import { factorsEnroll } from "./endpoints/factors-enroll.ts"
import { factorsUnenroll } from "./endpoints/factors-unenroll.ts"
import { factorsVerify } from "./endpoints/factors-verify.ts"
import { identityUnlink } from "./endpoints/identities.ts"
import { invite } from "./endpoints/invite.ts"
import { jwks } from "./endpoints/jwks.ts"
import { logout } from "./endpoints/logout.ts"
import { otp } from "./endpoints/otp.ts"
import {
  adminPasskeysDelete,
  adminPasskeysList,
  passkeysDelete,
  passkeysList,
  passkeysRename,
} from "./endpoints/passkeys.ts"
import {
  passkeysAuthenticationOptions,
  passkeysAuthenticationVerify,
} from "./endpoints/passkeys-authentication.ts"
import { passkeysRegistrationOptions, passkeysRegistrationVerify } from "./endpoints/passkeys-registration.ts"
import { reauthenticate } from "./endpoints/reauthenticate.ts"
import { recover } from "./endpoints/recover.ts"
import {
  recoveryCodesGenerate,
  recoveryCodesRegenerate,
  recoveryCodesStatus,
  recoveryCodesUnenroll,
} from "./endpoints/recovery-codes.ts"
import { recoveryCodesVerify } from "./endpoints/recovery-codes-verify.ts"
import { resend } from "./endpoints/resend.ts"
import { health, settings } from "./endpoints/settings.ts"
import { signup } from "./endpoints/signup.ts"
import { sso } from "./endpoints/switched-off.ts"
import { token } from "./endpoints/token.ts"
import { user } from "./endpoints/user.ts"
import { userUpdate } from "./endpoints/user-update.ts"
import { verify } from "./endpoints/verify.ts"
import { verifyLink } from "./endpoints/verify-link.ts"

type Endpoint = (auth: Auth) => (c: Context) => Response | Promise<Response>

/** Every route below /auth/v1. Fixed paths come before those with a parameter. */
export const routeTable: readonly [
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  endpoint: Endpoint,
][] = [
  ["GET", "/health", health],
  ["GET", "/settings", settings],
  ["GET", "/.well-known/jwks.json", jwks],
  ["POST", "/signup", signup],
  ["POST", "/token", token],
  ["POST", "/logout", logout],
  ["POST", "/otp", otp],
  ["POST", "/recover", recover],
  ["POST", "/resend", resend],
  ["POST", "/verify", verify],
  ["GET", "/verify", verifyLink],
  ["GET", "/user", user],
  ["PUT", "/user", userUpdate],
  ["GET", "/reauthenticate", reauthenticate],
  ["GET", "/user/identities/authorize", identityAuthorize],
  ["DELETE", "/user/identities/:identityId", identityUnlink],
  ["POST", "/factors", factorsEnroll],
  ["GET", "/factors/recovery-codes", recoveryCodesStatus],
  ["POST", "/factors/recovery-codes", recoveryCodesGenerate],
  ["POST", "/factors/recovery-codes/verify", recoveryCodesVerify],
  ["POST", "/factors/recovery-codes/regenerate", recoveryCodesRegenerate],
  ["DELETE", "/factors/recovery-codes", recoveryCodesUnenroll],
  ["POST", "/factors/:factorId/challenge", factorsChallenge],
  ["POST", "/factors/:factorId/verify", factorsVerify],
  ["DELETE", "/factors/:factorId", factorsUnenroll],
  ["GET", "/authorize", authorize],
  ["GET", "/callback", callback],
  ["POST", "/callback", callbackPost],
  ["POST", "/invite", invite],
  ["GET", "/admin/users", adminUsersList],
  ["POST", "/admin/users", adminUsersCreate],
  ["GET", "/admin/users/:userId", adminUsersGet],
  ["PUT", "/admin/users/:userId", adminUsersUpdate],
  ["DELETE", "/admin/users/:userId", adminUsersDelete],
  ["GET", "/admin/users/:userId/factors", adminFactorsList],
  ["DELETE", "/admin/users/:userId/factors/:factorId", adminFactorsDelete],
  ["POST", "/admin/generate_link", adminGenerateLink],
  ["GET", "/admin/audit", adminAudit],
  ["POST", "/sso", sso],
  ["POST", "/passkeys/registration/options", passkeysRegistrationOptions],
  ["POST", "/passkeys/registration/verify", passkeysRegistrationVerify],
  ["POST", "/passkeys/authentication/options", passkeysAuthenticationOptions],
  ["POST", "/passkeys/authentication/verify", passkeysAuthenticationVerify],
  ["GET", "/passkeys", passkeysList],
  ["PATCH", "/passkeys/:passkeyId", passkeysRename],
  ["DELETE", "/passkeys/:passkeyId", passkeysDelete],
  ["GET", "/admin/users/:userId/passkeys", adminPasskeysList],
  ["DELETE", "/admin/users/:userId/passkeys/:passkeyId", adminPasskeysDelete],
]
