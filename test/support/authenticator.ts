import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"

/** Faults that a test can make an authenticator commit. */
interface Ceremony {
  origin?: string
  /** The counter to report; by default one more than the last. */
  counter?: number
  verified?: boolean
  rpId?: string
  /** Whether the key is copied to the owner's other devices. */
  synced?: boolean
}

interface Credential {
  id: Buffer
  privateKey: KeyObject
  userHandle: string
  counter: number
}

interface CreationOptions {
  challenge: string
  rp: { id?: string }
  user: { id: string }
}

interface RequestOptions {
  challenge: string
  rpId?: string
}

/** A security key in software (ES256, no attestation), which responds like `navigator.credentials`, in JSON. */
export function createAuthenticator(origin: string) {
  const credentials: Credential[] = []
  const digest = (data: string | Buffer) => createHash("sha256").update(data).digest()
  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const head = (rpId: string, counter: number, { verified = true, attested = false, synced = false }) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    // User present, user verified, backup eligible and backed up, attested credential data (WebAuthn, 6.1).
    const flags = 0x01 | (verified ? 0x04 : 0) | (synced ? 0x18 : 0) | (attested ? 0x40 : 0)
    return Buffer.concat([digest(rpId), Buffer.from([flags]), count])
  }

  return {
    credentials,
    create(options: CreationOptions, given: Ceremony = {}) {
      const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
      const { x = "", y = "" } = publicKey.export({ format: "jwk" })
      const counter = given.counter ?? 0
      const id = randomBytes(16)
      credentials.push({ id, privateKey, userHandle: options.user.id, counter })
      // A COSE key: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}.
      const key = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ])
      const data = Buffer.concat([
        head(given.rpId ?? options.rp.id ?? "", counter, {
          verified: given.verified ?? true,
          synced: given.synced ?? false,
          attested: true,
        }),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      ])
      // {"fmt": "none", "attStmt": {}, "authData": data} in CBOR; the data is 148 bytes long.
      const attestation = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
        Buffer.from([data.length]),
        data,
      ])
      return {
        id: id.toString("base64url"),
        rawId: id.toString("base64url"),
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData("webauthn.create", options.challenge, given.origin ?? origin).toString(
            "base64url",
          ),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal"],
        },
      }
    },
    get(options: RequestOptions, given: Ceremony & { credential?: Credential } = {}) {
      const credential = given.credential ?? credentials.at(-1)
      if (!credential) throw new Error("The authenticator has no key")
      credential.counter = given.counter ?? credential.counter + 1
      const data = head(given.rpId ?? options.rpId ?? "", credential.counter, {
        verified: given.verified ?? true,
        synced: given.synced ?? false,
      })
      const client = clientData("webauthn.get", options.challenge, given.origin ?? origin)
      const signature = sign("sha256", Buffer.concat([data, digest(client)]), credential.privateKey)
      const id = credential.id.toString("base64url")
      return {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: credential.userHandle,
        },
      }
    },
  }
}
