/** A push service of a browser's maker, and a browser that asked it for an address: receives, checks the signature, decrypts. */
import { createECDH, randomBytes } from "node:crypto"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { importJWK, jwtVerify } from "jose"
import type { PushTarget } from "#ports/push.ts"

const ece = createRequire(import.meta.url)("http_ece") as {
  decrypt(
    body: Buffer,
    options: { version: "aes128gcm"; privateKey: ReturnType<typeof createECDH>; authSecret: string },
  ): Buffer
}

/** A message as the browser gets it. */
export interface Received {
  device: string
  payload: {
    web_push: number
    notification: { title: string; body: string; navigate: string; tag: string; silent: boolean }
  }
  headers: Record<string, string>
  /** What the signed token says. */
  claims: Record<string, unknown>
}

interface Answer {
  status: number
  headers?: Record<string, string>
}

export interface PushService {
  origin: string
  received: Received[]
  /** Requests that were no valid message: another path, a wrong key or signature. */
  strays: string[]
  /** A browser's subscription; `answer` is what the service says to messages for it. */
  device(name: string, answer?: Answer): PushTarget
  answer(name: string, answer: Answer): void
  close(): Promise<void>
}

/** @param publicKey of the installation, for which the browser subscribed */
export async function startPushService(publicKey: () => Promise<string>): Promise<PushService> {
  const devices = new Map<string, { keys: ReturnType<typeof createECDH>; auth: string; answer: Answer }>()
  const received: Received[] = []
  const strays: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const name = decodeURIComponent(request.url?.replace("/push/", "") ?? "")
    const device = devices.get(name)
    if (request.method !== "POST" || !device) {
      strays.push(`${request.method} ${request.url}`)
      response.writeHead(404).end()
      return
    }
    try {
      const { authorization = "" } = request.headers
      const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
      if (key !== (await publicKey())) throw new Error("another key than the one that was subscribed for")
      const { payload: claims } = await jwtVerify(token, await publicJwk(key), { audience: origin })
      const { keys: privateKey, auth: authSecret } = device
      const plain = ece.decrypt(Buffer.concat(chunks), { version: "aes128gcm", privateKey, authSecret })
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([one, value]) => [one, String(value)]),
      )
      received.push({ device: name, payload: JSON.parse(plain.toString("utf8")), headers, claims })
      response.writeHead(device.answer.status, device.answer.headers).end()
    } catch (error) {
      strays.push(String(error))
      response.writeHead(403).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...{ origin, received, strays },
    device(name, answer = { status: 201 }) {
      const keys = createECDH("prime256v1")
      const auth = randomBytes(16).toString("base64url")
      devices.set(name, { keys, auth, answer })
      return { endpoint: `${origin}/push/${name}`, p256dh: keys.generateKeys().toString("base64url"), auth }
    },
    answer(name, answer) {
      const device = devices.get(name)
      if (device) device.answer = answer
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The point of a key (0x04, x, y) as a JSON web key. */
function publicJwk(key: string) {
  const point = Buffer.from(key, "base64url")
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"))
  return importJWK({ kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, "ES256")
}
