import pg, { type Client, type ClientConfig } from "pg"

const withinMs = 2_000

/**
 * Asks the server to cancel the statement running on a connection. The request needs a connection of its own and gets
 * no response; if it cannot be sent, the caller finds the statement still running.
 * https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS
 */
export function cancel({ host = "", port = 5432, ssl = false }: ClientConfig, client: Client): void {
  const { processID, secretKey } = client as unknown as { processID: number; secretKey: number }
  const connection = new pg.Connection({ ssl } as object) as unknown as CancelConnection
  const send = () => connection.cancel(processID, secretKey)
  connection.on("connect", () => (ssl ? connection.requestSsl() : send()))
  connection.on("sslconnect", send)
  connection.on("error", () => connection.stream.destroy())
  connection.stream.setTimeout(withinMs, () => connection.stream.destroy())
  if (host.startsWith("/")) connection.connect(`${host}/.s.PGSQL.${port}`)
  else connection.connect(port, host)
}

/** The fields of the driver's connection that its types omit. */
interface CancelConnection {
  on(event: string, listener: () => void): void
  connect(port: number | string, host?: string): void
  requestSsl(): void
  cancel(processId: number, secretKey: number): void
  stream: { setTimeout(ms: number, onIdle: () => void): void; destroy(): void }
}
