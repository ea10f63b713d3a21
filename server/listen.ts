import type { Server } from "node:http"
import { createAdaptorServer, type HttpBindings } from "@hono/node-server"
import { SettingError } from "./env.ts"

export interface Listening {
  /** Where it answers, for people: http://localhost:3000. */
  url: string
  port: number
  server: Server
  /** Takes no new connection, lets requests in flight end, then cuts what is left after `seconds`. */
  close(seconds: number): Promise<{ cut: boolean }>
}

export interface ListenOptions {
  host: string
  port: number
  fetch: (request: Request, env: HttpBindings) => Response | Promise<Response>
}

/** Answers HTTP on host and port. Throws SettingError with one sentence when the port cannot be had. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: (request, env) => options.fetch(request, env as HttpBindings),
    serverOptions: {
      // Longer than the idle time of common proxies (60 s), so that they never reuse a closed connection.
      keepAliveTimeout: 65_000,
      headersTimeout: 20_000,
      requestTimeout: 300_000,
      maxHeaderSize: 16 * 1024,
    },
  }) as Server
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(cannotListen(error, options)))
    server.listen(options.port, options.host === "localhost" ? "127.0.0.1" : options.host, resolve)
  })
  const address = server.address()
  const port = typeof address === "object" && address ? address.port : options.port
  return {
    server,
    port,
    url: `http://${shownHost(options.host)}:${port}`,
    close: (seconds) => close(server, seconds),
  }
}

function shownHost(host: string): string {
  if (host === "0.0.0.0" || host === "::" || host === "127.0.0.1") return "localhost"
  return host.includes(":") ? `[${host}]` : host
}

function cannotListen(error: NodeJS.ErrnoException, { host, port }: ListenOptions): Error {
  if (error.code === "EADDRINUSE")
    return new SettingError(
      `PORT ${port} is already in use by another program; stop it or choose another, for example PORT=${port + 1}`,
    )
  if (error.code === "EACCES")
    return new SettingError(`PORT ${port} is not allowed for this user, for example PORT=3000`)
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return new SettingError(
      `HOST must be an address of this machine (it is "${host}"), for example HOST=0.0.0.0`,
    )
  return error
}

async function close(server: Server, seconds: number): Promise<{ cut: boolean }> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  let cut = false
  const timer = setTimeout(() => {
    cut = true
    server.closeAllConnections()
  }, seconds * 1000)
  await closed
  clearTimeout(timer)
  return { cut }
}
