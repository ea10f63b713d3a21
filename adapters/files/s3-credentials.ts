import { readFile } from "node:fs/promises"
import { z } from "zod"

interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

export interface CredentialsSource {
  /** Without them the role is asked that Amazon gave the container or the machine. */
  credentials?: Credentials | undefined
  /** Where a container of Amazon's asks for its role, and the file with the token that goes with it. */
  container?: { url: string; tokenFile?: string | undefined } | undefined
  /** Address of Amazon's metadata service, for tests. */
  metadata?: string
}

const answer = z.object({
  AccessKeyId: z.string(),
  SecretAccessKey: z.string(),
  Token: z.string(),
  Expiration: z.coerce.date(),
})

type Role = z.infer<typeof answer>

/** On a machine that is not Amazon's nobody answers at all. */
const patienceMs = 2_000
/** They are replaced this long before they expire. */
const marginMs = 5 * 60_000

/**
 * Credentials that are good now: those given, or of the role of the container or machine, which are kept until shortly before
 * they expire. Rejects with an error of the name "NoCredentials".
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
      const message = "There is no access key, and no role of Amazon's to ask for one"
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

/** By Amazon's second version, which asks for a token first. */
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
