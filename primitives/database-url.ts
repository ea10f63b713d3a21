/**
 * Connection strings of PostgreSQL as its own programs take them. The driver knows `sslmode` but would send `sslrootcert`
 * to the server as a setting.
 */
import { readFileSync } from "node:fs"
import { type ConnectionOptions, checkServerIdentity } from "node:tls"

interface DatabaseAddress {
  /** Without what `ssl` says. */
  url: string
  /** How the connection is encrypted and whom it trusts; absent where the URL names no certificate. */
  ssl?: ConnectionOptions
}

/**
 * Splits a URL into what the driver reads and the certificate authority that `sslrootcert` names (a PEM file). As in libpq,
 * `sslmode=verify-ca` takes any host name, and every other mode is as strict as `verify-full` here: a named authority
 * that were not checked would only look safe. Throws a sentence with code `invalid_setting` when the file cannot be read.
 */
export function readDatabaseUrl(text: string): DatabaseAddress {
  const url = new URL(text)
  const isChanged = takeForeign(url.searchParams)
  const file = url.searchParams.get("sslrootcert")
  if (file === null || file === "system") return { url: isChanged ? url.href : text }
  const mode = url.searchParams.get("sslmode")
  url.searchParams.delete("sslrootcert")
  url.searchParams.delete("sslmode")
  return {
    url: url.href,
    ssl: {
      ca: readAuthority(file),
      rejectUnauthorized: true,
      // The driver names no host to Node when it is an IP address, and Node would then compare with "localhost".
      checkServerIdentity: (_name, certificate) =>
        mode === "verify-ca" ? undefined : checkServerIdentity(url.hostname, certificate),
    },
  }
}

/**
 * Parameters of libpq that the driver would send to the server as settings, which refuses them: with the values that ask for
 * nothing, and null where every value does.
 */
const foreign: Record<string, readonly string[] | null> = {
  channel_binding: ["disable", "prefer"],
  sslnegotiation: ["postgres"],
  gssencmode: ["disable", "prefer"],
  krbsrvname: null,
  sslcompression: null,
  sslsni: ["1"],
  sslcert: [],
  sslkey: [],
  sslpassword: [],
  sslcrl: [],
  sslcrldir: [],
  sslcertmode: ["disable", "allow"],
  ssl_min_protocol_version: ["TLSv1", "TLSv1.1", "TLSv1.2"],
  ssl_max_protocol_version: [],
  require_auth: [],
  requirepeer: [],
  hostaddr: [],
  passfile: [],
  service: [],
  load_balance_hosts: ["disable"],
  keepalives: null,
  keepalives_idle: null,
  keepalives_interval: null,
  keepalives_count: null,
  tcp_user_timeout: null,
}

/** Takes them out, and refuses those that would change who is trusted or reached. Answers whether there were any. */
function takeForeign(parameters: URLSearchParams): boolean {
  let isChanged = false
  for (const [name, value] of [...parameters]) {
    if (!Object.hasOwn(foreign, name)) continue
    const harmless = foreign[name]
    if (harmless && !harmless.includes(value)) {
      // Without the value, which may be a password.
      const instead = harmless.length > 0 ? `can only be ${harmless.join(" or ")}` : "is not supported"
      throw Object.assign(new Error(`${name} in DATABASE_URL ${instead} here`), { code: "invalid_setting" })
    }
    parameters.delete(name)
    isChanged = true
  }
  return isChanged
}

/** The same address for statements without a name, the only ones that survive a pooler in transaction mode. */
export function withoutPreparing(text: string): string {
  const url = new URL(text)
  url.searchParams.set("prepare", "false")
  return url.href
}

function readAuthority(file: string): string {
  try {
    const text = readFileSync(file, "utf8")
    if (!text.includes("-----BEGIN CERTIFICATE-----")) throw new Error("it is no PEM certificate")
    return text
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message
    throw Object.assign(
      new Error(`sslrootcert in DATABASE_URL must name a file with a PEM certificate (${file}: ${why})`),
      { code: "invalid_setting" },
    )
  }
}
