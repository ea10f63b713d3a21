/** Encryption of backups in the format of age (https://age-encryption.org), which its own tool reads too. */
import { Readable } from "node:stream"
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from "age-encryption"

type Bytes = AsyncIterable<Uint8Array>

interface Sealing {
  seal(bytes: Bytes): Promise<Bytes>
  /** Throws while it is read when the bytes were cut or changed, and at once when they were sealed with another key. */
  unseal(bytes: Bytes): Promise<Bytes>
}

/** A new secret key, "AGE-SECRET-KEY-1...". */
export const newSealingKey = generateIdentity

/** @param key as newSealingKey makes them */
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

/** `ReadableStream.from`, which the types of browsers do not know. */
function stream(bytes: Bytes): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(bytes, { objectMode: false })) as ReadableStream<Uint8Array>
}
