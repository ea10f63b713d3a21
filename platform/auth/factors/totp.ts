import { Secret, TOTP } from "otpauth"
import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"
import { Refusal } from "../refusal.ts"

/** TOTP (RFC 6238) as every authenticator app implements it: SHA-1, six digits, 30 s. */
const periodS = 30
/** Codes of the previous and next step are accepted too, to allow for clock drift (RFC 6238, 5.2). */
const stepsAside = 1

interface TotpEnrolment {
  /** A QR code as an SVG document. */
  qr_code: string
  /** Base32, to type in. */
  secret: string
  /** otpauth://totp/... */
  uri: string
}

/** A new secret of 160 bits (RFC 4226, 4). */
export async function newTotp(issuer: string, account: string): Promise<TotpEnrolment> {
  const secret = new Secret({ size: 20 })
  const uri = totpFor(secret, issuer, account).toString()
  // Loaded on first enrollment, not at every server start.
  const { default: QRCode } = await import("qrcode")
  const svg = await QRCode.toString(uri, { type: "svg", errorCorrectionLevel: "M", margin: 2 })
  // Clients prepend "data:image/svg+xml;utf-8," as is, so a "#" would start a fragment.
  return {
    qr_code: svg.replaceAll("#ffffff", "white").replaceAll("#000000", "black").trim(),
    secret: secret.base32,
    uri,
  }
}

const totpFor = (secret: Secret, issuer = "", label = "") =>
  new TOTP({ issuer, label, secret, period: periodS, digits: 6, algorithm: "SHA1" })

/**
 * Returns whether `code` is the factor's current, unused code, and consumes it. The caller must hold a lock
 * on the factor's row, so that one code cannot be used twice concurrently. Throws 422 when the stored secret
 * cannot be opened because AUTH_SECRET was changed.
 */
export async function spendTotpCode(
  auth: Auth,
  db: Db,
  factor: { id: string; secret: string },
  code: string,
): Promise<boolean> {
  const opened = await auth.secrets.open("totp", factor.secret)
  if (opened === null) {
    auth.log.error({ factorId: factor.id }, "An authenticator secret was sealed under another AUTH_SECRET")
    throw new Refusal(
      422,
      "mfa_verification_failed",
      "This authenticator app can no longer be checked. Sign in with a recovery code and set up an app again, or contact support.",
    )
  }
  const secret = Secret.fromBase32(opened)
  const timestamp = auth.now().getTime()
  const delta = totpFor(secret).validate({ token: code, timestamp, window: stepsAside })
  if (delta === null) return false
  const step = Math.floor(timestamp / 1000 / periodS) + delta
  const used = await db.sql`
    insert into auth_private.totp_steps as t (factor_id, last_step) values (${factor.id}, ${step})
    on conflict (factor_id) do update set last_step = excluded.last_step where t.last_step < excluded.last_step
    returning 1`
  return used.length > 0
}
