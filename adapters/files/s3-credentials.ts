import { readFile } from "node:fs/promises"
import { z } from "zod"

interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

export interface CredentialsSource {
  /** Without them, the credentials of the role that Amazon assigned to the container or instance are used. */
  credentials?: Credentials | undefined
  /** Where a container on Amazon requests its role's credentials, and the file with the token for that request. */
  container?: { url: string; tokenFile?: string | undefined } | undefined
  /** URL of Amazon's instance metadata service, for tests. */
  metadata?: string
}

const answer = z.object({
  AccessKeyId: z.string(),
  SecretAccessKey: z.string(),
  Token: z.string(),
  Expiration: z.coerce.date(),
})

type Role = z.infer<typeof answer>

/** The timeout of requests to the metadata service, which does not exist outside Amazon. */
const patienceMs = 2_000
/** Credentials are renewed this long before they expire. */
const marginMs = 5 * 60_000

/**
 * The credentials to use now: the configured ones, or those of the role of the container or instance, which are cached
 * until shortly before they expire. Rejects with an error named "NoCredentials".
 */
export function createCredentials(source: CredentialsSource): { get(): Promise<Credentials> } {
  const { credentials, container, metadata = "http://169.254.169.254" } = source
  if (credentials) return { get: async () => credentials }
  let held: Role | undefined
  let asking: Promise<Role> | undefined
  const isGood = (marginMs: number) => held && Date.now() < held.Expiration.getTime() - marginMs
  const ask = async () => {
    try {
      return await (container ? askContainer(container) : askMachine(metadata))
    } catch (cause) {
      const message =
        "There is no access key, and no role of an Amazon container or instance that provides one"
      throw Object.assign(new Error(message, { cause }), { name: "NoCredentials" })
    }
  }
  return {
    async get() {
      if (!isGood(marginMs)) {
        asking ??= ask().finally(() => {
          asking = undefined
        })
        await asking.then(
          (role) => {
            held = role
          },
          (error: unknown) => {
            if (!isGood(0)) throw error
          },
        )
      }
      const { AccessKeyId = "", SecretAccessKey = "", Token = "" } = held ?? {}
      return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: Token }
    },
  }
}

async function askContainer({ url, tokenFile }: { url: string; tokenFile?: string | undefined }) {
  const authorization = tokenFile ? (await readFile(tokenFile, "utf8")).trim() : undefined
  return answer.parse(JSON.parse(await read(url, authorization ? { authorization } : {})))
}

/** Uses version 2 of Amazon's instance metadata service, which requires a session token. */
async function askMachine(metadata: string) {
  const ttl = { "x-aws-ec2-metadata-token-ttl-seconds": "21600" }
  const token = { "x-aws-ec2-metadata-token": await read(`${metadata}/latest/api/token`, ttl, "PUT") }
  const roles = `${metadata}/latest/meta-data/iam/security-credentials/`
  const [role = ""] = (await read(roles, token)).trim().split("\n")
  return answer.parse(JSON.parse(await read(`${roles}${role}`, token)))
}

async function read(url: string, headers: Record<string, string>, method = "GET"): Promise<string> {
  const response = await fetch(url, { method, headers, signal: AbortSignal.timeout(patienceMs) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered with ${response.status}`)
  return text
}
