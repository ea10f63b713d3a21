import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto"

export interface Seal {
  seal(secret: string): string
  /** Throws when it was not sealed with this key, or was changed since. */
  unseal(sealed: string): string
}

const version = "v1"

/** AES-256-GCM under a key of its own, derived from the installation's secret (HKDF, RFC 5869). */
export function createSeal(secret: string): Seal {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "strava tokens", 32))
  return {
    seal(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv("aes-256-gcm", key, nonce)
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
      return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")}`
    },
    unseal(text) {
      const [named, body = ""] = text.split(".")
      if (named !== version) throw new Error("A sealed token of an unknown kind")
      const bytes = Buffer.from(body, "base64url")
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), { authTagLength: 16 })
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8")
    },
  }
}
