/**
 * PostgreSQL connection strings as libpq accepts them. The driver supports `sslmode` but would send `sslrootcert` to
 * the server as a setting.
 */
import { readFileSync } from "node:fs"
import { type ConnectionOptions, checkServerIdentity } from "node:tls"

interface DatabaseAddress {
  /** The URL without the parameters that are represented by `ssl`. */
  url: string
  /** TLS options and the trusted certificate authority; absent if the URL names no certificate. */
  ssl?: ConnectionOptions
}

/**
 * Splits a URL into the part that the driver understands and the certificate authority named by `sslrootcert` (a PEM
 * file). As in libpq, `sslmode=verify-ca` takes any host name, and every other mode is as strict as `verify-full` here:
 * an authority that is named but not checked would give false security. Throws an error with a readable message and the
 * code `invalid_setting` when the file cannot be read.
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
      // The driver passes no host name to Node for an IP address, and Node would then verify the certificate against
      // "localhost".
      checkServerIdentity: (_name, certificate) =>
        mode === "verify-ca" ? undefined : checkServerIdentity(url.hostname, certificate),
    },
  }
}

/**
 * Parameters of libpq that the driver would send to the server as settings, which refuses them: each with its values
 * that have no effect; null where no value has an effect.
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

/**
 * Removes them, and rejects those that would change which server is trusted or connected to. Returns whether there were
 * any.
 */
function takeForeign(parameters: URLSearchParams): boolean {
  let isChanged = false
  for (const [name, value] of [...parameters]) {
    if (!Object.hasOwn(foreign, name)) continue
    const harmless = foreign[name]
    if (harmless && !harmless.includes(value)) {
      // The message omits the value, which may be a password.
      const instead = harmless.length > 0 ? `can only be ${harmless.join(" or ")}` : "is not supported"
      throw Object.assign(new Error(`${name} in DATABASE_URL ${instead} here`), { code: "invalid_setting" })
    }
    parameters.delete(name)
    isChanged = true
  }
  return isChanged
}

/**
 * The same URL with named prepared statements disabled: only unnamed ones work through a pooler in transaction mode.
 */
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
