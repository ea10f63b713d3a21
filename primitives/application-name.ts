import { hostname } from "node:os"

/** This process among all that use a database, such as "4711@web-2". PostgreSQL cuts names at 63 bytes. */
const thisProcess = `${process.pid}@${hostname().slice(0, 30)}`

/** The name under which PostgreSQL lists a connection of this process: its purpose, such as "b4m data api", and whose it is. */
export function applicationName(purpose: string): string {
  return `${purpose} ${thisProcess}`
}

/** Condition of LIKE for the connections of this process. */
export const ownConnections = `% ${thisProcess.replace(/[\\%_]/g, "\\$&")}`
