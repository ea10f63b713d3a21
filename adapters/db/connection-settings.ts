import { connect } from "node:net"
import type { ConnectionOptions } from "node:tls"
import type { ClientConfig } from "pg"
import { applicationName } from "#primitives/application-name.ts"
import { readDatabaseUrl } from "#primitives/database-url.ts"
import { resultTypes } from "./results.ts"

/** The timeout for opening a connection, in ms. */
const openWithinMs = 10_000
/**
 * Asks whether the server supports encryption; the response is "S" or "N".
 * https://www.postgresql.org/docs/18/protocol-message-formats.html
 */
const encryptionRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

export interface ConnectionSettings {
  config: ClientConfig
  /** The server decides whether the connection is encrypted (sslmode `prefer` and `allow`). */
  asksServer: boolean
  /** Whether prepared statements can be used: not behind a pooler in transaction mode. */
  prepares: boolean
}

/** Converts a connection string to the driver's options. Throws code `invalid_setting` for unsupported settings. */
export function readSettings(text: string, purpose: string): ConnectionSettings {
  const { url: plain, ssl } = readDatabaseUrl(text)
  const url = new URL(plain)
  const parameter = (name: string) => url.searchParams.get(name) ?? undefined
  const mode = modeOf(url.searchParams)
  const asksServer = ssl === undefined && (mode === "prefer" || mode === "allow")
  const options = parameter("options")
  return {
    asksServer,
    prepares: parameter("prepare") !== "false",
    config: {
      host: parameter("host") ?? decodeURIComponent(url.hostname).replaceAll(/^\[|\]$/g, ""),
      port: Number(parameter("port") ?? (url.port || 5432)),
      user: decodeURIComponent(url.username) || undefined,
      password: decodeURIComponent(url.password) || "",
      database: decodeURIComponent(url.pathname.slice(1)) || undefined,
      ssl: ssl ?? encryptionOf(mode),
      application_name: parameter("application_name") ?? applicationName(purpose),
      ...(options === undefined ? {} : { options }),
      connectionTimeoutMillis: openWithinMs,
      keepAlive: true,
      types: resultTypes as NonNullable<ClientConfig["types"]>,
    },
  }
}

function modeOf(parameters: URLSearchParams): string {
  if (parameters.get("sslrootcert") === "system") return "verify-full"
  const mode = parameters.get("sslmode") ?? parameters.get("ssl") ?? "disable"
  return mode === "true" ? "verify-full" : mode
}

/** As in libpq, `require` and weaker modes encrypt without verifying the server's identity. */
function encryptionOf(mode: string): false | ConnectionOptions {
  if (mode === "disable" || mode === "false") return false
  return { rejectUnauthorized: mode.startsWith("verify") }
}

/** The server's response to the encryption request is cached for as long as these settings are in use. */
export async function settle({ config, asksServer }: ConnectionSettings): Promise<ClientConfig> {
  if (!asksServer) return config
  return (await encrypts(config)) ? config : { ...config, ssl: false }
}

function encrypts({ host = "", port = 5432 }: ClientConfig): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const late = Object.assign(new Error("The connection was not opened in time"), { code: "CONNECT_TIMEOUT" })
  const lost = Object.assign(new Error("The connection was closed"), { code: "CONNECTION_CLOSED" })
  const socket = connect(host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  socket.setTimeout(openWithinMs, () => reject(late))
  socket.once("connect", () => socket.write(encryptionRequest))
  socket.once("data", (answer) => resolve(answer.toString("latin1") === "S"))
  socket.once("error", reject)
  socket.once("close", () => reject(lost))
  return promise.finally(() => socket.destroy())
}
