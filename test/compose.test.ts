/** compose.yaml passes the operator's settings to the container: a missing one would be ignored silently. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { variableGroups } from "#server/process/env.ts"

/** Settings fixed by the image and the compose file, and settings only for tests and other ways to run the site. */
const decided = new Set([
  "NODE_ENV",
  "HOST",
  "PORT",
  "DATA_DIR",
  "BACKUP_DIR",
  "BACKUP_KEEP_DAYS",
  // Only an embedded database is backed up by the site; there is none here.
  "BACKUP_S3_BUCKET",
  "BACKUP_S3_REGION",
  "BACKUP_S3_ENDPOINT",
  "BACKUP_S3_ACCESS_KEY_ID",
  "BACKUP_S3_SECRET_ACCESS_KEY",
  "BACKUP_KEY",
  // Amazon sets them in containers of its own.
  "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
  "AWS_CONTAINER_CREDENTIALS_FULL_URI",
  "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
  "SUPABASE_URL",
  "AUTH_LIMITS",
  "STRIPE_API_BASE",
  "SOURCES_SANDBOX",
  "PUSH_STAND_IN",
])

test("every setting of the server reaches the container", async () => {
  const text = await readFile(join(import.meta.dirname, "../compose.yaml"), "utf8")
  const names = Object.values(variableGroups).flatMap((group) => Object.keys(group))
  const passed = new Set([...text.matchAll(/^ {6}([A-Z0-9_]+):/gm)].map(([, name]) => name))
  expect(names.filter((name) => !passed.has(name) && !decided.has(name))).toEqual([])
})

test("the container's stop timeout exceeds the server's longest shutdown", async () => {
  const text = await readFile(join(import.meta.dirname, "../compose.yaml"), "utf8")
  const [, seconds] = /app:[\s\S]*?stop_grace_period: (\d+)s/.exec(text) ?? []
  expect(Number(seconds)).toBeGreaterThan(30)
})

test("only the proxy is reachable from other machines", async () => {
  const text = await readFile(join(import.meta.dirname, "../compose.yaml"), "utf8")
  const published = [...text.matchAll(/^ {6}- "([^"]*:\d+(?:\/udp)?)"$/gm)].map(([, port]) => port)
  expect(published).toEqual([`127.0.0.1:\${PORT:-3000}:3000`, "80:80", "443:443", "443:443/udp"])
})

test("the files that containers mount are in the repository", async () => {
  const root = join(import.meta.dirname, "..")
  const text = await readFile(join(root, "compose.yaml"), "utf8")
  const mounted = [...text.matchAll(/^ {6}- \.\/(\S+):\/\S+:ro$/gm)].map(([, path]) => path ?? "")
  expect(mounted.sort()).toEqual(["deploy/Caddyfile", "deploy/compose-backup.sh"])
  for (const path of mounted) expect(await readFile(join(root, path), "utf8")).not.toBe("")
})
