import { createPrivateKey } from "node:crypto"
import { readFileSync } from "node:fs"
import { SettingError } from "../process/env.ts"

/** The key of AUTH_APPLE_KEY_FILE, as PKCS #8 in PEM. Throws a SettingError if it is none that Apple issues. */
export function readAppleKey(file: string): string {
  try {
    const key = createPrivateKey(readFileSync(file))
    if (key.asymmetricKeyDetails?.namedCurve === "prime256v1")
      return String(key.export({ type: "pkcs8", format: "pem" }))
  } catch {
    // The message must not contain anything of a file that may be another secret.
  }
  throw new SettingError(
    "AUTH_APPLE_KEY_FILE must name the file .p8 that Apple offered when the key was made (a private key on the curve P-256)",
  )
}
