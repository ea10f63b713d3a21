import { hostname } from "node:os"

/**
 * Identifies this process among all clients of a database, such as "4711@web-2". PostgreSQL truncates names to 63
 * bytes.
 */
const thisProcess = `${process.pid}@${hostname().slice(0, 30)}`

/**
 * The name under which PostgreSQL lists a connection of this process: its purpose, such as "b4m data api", and its
 * process.
 */
export function applicationName(purpose: string): string {
  return `${purpose} ${thisProcess}`
}

/** LIKE pattern that matches the connections of this process. */
export const ownConnections = `% ${thisProcess.replace(/[\\%_]/g, "\\$&")}`
