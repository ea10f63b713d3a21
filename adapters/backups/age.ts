/**
 * Encryption of backups in the age format (https://age-encryption.org), so that the `age` tool can also decrypt them.
 */
import { Readable } from "node:stream"
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from "age-encryption"

type Bytes = AsyncIterable<Uint8Array>

interface Sealing {
  seal(bytes: Bytes): Promise<Bytes>
  /**
   * Throws immediately if the bytes were encrypted with another key, and while reading if they were truncated or
   * modified.
   */
  unseal(bytes: Bytes): Promise<Bytes>
}

/** A new secret key, "AGE-SECRET-KEY-1...". */
export const newSealingKey = generateIdentity

/** @param key as returned by newSealingKey */
export async function createSealing(key: string): Promise<Sealing> {
  const recipient = await identityToRecipient(key)
  return {
    async seal(bytes) {
      const encrypter = new Encrypter()
      encrypter.addRecipient(recipient)
      return encrypter.encrypt(stream(bytes))
    },
    async unseal(bytes) {
      const decrypter = new Decrypter()
      decrypter.addIdentity(key)
      return decrypter.decrypt(stream(bytes)).catch((error: Error) => {
        if (!/no identity matched/.test(error.message)) throw error
        throw new Error("It was encrypted with another BACKUP_KEY.")
      })
    },
  }
}

/** Replaces `ReadableStream.from`, which the browser type definitions do not include. */
function stream(bytes: Bytes): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(bytes, { objectMode: false })) as ReadableStream<Uint8Array>
}
