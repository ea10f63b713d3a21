/** Encrypted connections to a PostgreSQL server whose certificate was issued by a private certificate authority. */
import { execFile } from "node:child_process"
import { chown, copyFile, mkdtemp, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"
import { copyBaseCluster } from "#test/support/base-cluster.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { createTestDatabase } from "#test/support/database.ts"
import { chooseRunAs } from "./embedded/run-as.ts"
import { startEmbedded } from "./embedded.ts"
import { migrate } from "./migrate.ts"
import { connectPostgres } from "./postgres.ts"

const run = promisify(execFile)
let folder: string
let embedded: Awaited<ReturnType<typeof startEmbedded>>

/** A self-signed certificate for `name`. */
async function certify(file: string, name: string): Promise<void> {
  const parameters = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${name}`]
  const names = ["-addext", `subjectAltName=DNS:${name}`]
  await run("openssl", ["req", ...parameters, ...names, "-keyout", `${file}.key`, "-out", `${file}.pem`])
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "b4m-tls-"))
  await run("chmod", ["755", folder])
  const ours = join(folder, "ours")
  await certify(ours, "localhost")
  await certify(join(folder, "other"), "localhost")
  const user = await chooseRunAs(join(folder, "data"))
  const key = join(folder, "server.key")
  await copyFile(`${ours}.key`, key)
  await run("chmod", ["600", key])
  if (user) await chown(key, user.uid, user.gid)
  embedded = await startEmbedded({
    dataDir: await copyBaseCluster(join(folder, "data")),
    log: collectLog(),
    settings: { ssl: "on", ssl_cert_file: `${ours}.pem`, ssl_key_file: key },
  })
})
afterAll(async () => {
  await embedded?.stop()
  await rm(folder, { recursive: true, force: true })
})

const address = (host: string, parameters: string) =>
  `${embedded.url.replace("127.0.0.1", host)}?${new URLSearchParams(parameters)}`

async function poolIsEncrypted(url: string): Promise<unknown> {
  const db = connectPostgres({ url, max: 1 })
  try {
    const [row] = await db.query("select ssl from pg_stat_ssl where pid = pg_backend_pid()")
    return row?.ssl
  } finally {
    await db.end()
  }
}

async function isEncrypted(url: string): Promise<unknown> {
  const db = connectPostgres({ url, max: 1 })
  try {
    const close = await db.listen("tls", () => {})
    await close()
    const [row] = await db.query("select ssl from pg_stat_ssl where pid = pg_backend_pid()")
    return row?.ssl
  } finally {
    await db.end()
  }
}

test("pools, listeners and migrations trust the authority given in sslrootcert", async () => {
  expect((await stat(join(folder, "ours.pem"))).size).toBeGreaterThan(0)
  const url = address("localhost", `sslmode=verify-full&sslrootcert=${join(folder, "ours.pem")}`)
  expect(await isEncrypted(url)).toBe(true)
  expect(await migrate({ url, platform: true, log: collectLog() })).toContain("20261120000100_roles")
})

test("any other authority is rejected in every mode", async () => {
  for (const mode of ["verify-full", "verify-ca", "require"]) {
    const url = address("localhost", `sslmode=${mode}&sslrootcert=${join(folder, "other.pem")}`)
    await expect(isEncrypted(url)).rejects.toThrow(/self-signed certificate|unable to verify/)
  }
})

test("the host name must match the certificate, except with verify-ca", async () => {
  const file = `sslrootcert=${join(folder, "ours.pem")}`
  await expect(isEncrypted(address("127.0.0.1", `sslmode=verify-full&${file}`))).rejects.toThrow(
    /altnames|IP/,
  )
  expect(await isEncrypted(address("127.0.0.1", `sslmode=verify-ca&${file}`))).toBe(true)
})

test("without sslrootcert, weak modes encrypt, and verify-full rejects unknown authorities", async () => {
  for (const mode of ["require", "allow", "prefer"])
    expect(await isEncrypted(address("localhost", `sslmode=${mode}`)), mode).toBe(true)
  for (const mode of ["verify-full", "verify-ca"])
    await expect(poolIsEncrypted(address("localhost", `sslmode=${mode}`)), mode).rejects.toThrow(
      /self-signed certificate|unable to verify/,
    )
  for (const said of ["sslmode=disable", ""])
    expect(await isEncrypted(address("localhost", said)), said).toBe(false)
})

test("a server without encryption is refused with a clear message, unless the mode permits it", async () => {
  const plain = await createTestDatabase({ migrated: false, max: 1 })
  try {
    const [row] = await plain.db.query("show ssl")
    expect(row).toEqual({ ssl: "off" })
    for (const mode of ["require", "verify-ca", "verify-full"])
      await expect(poolIsEncrypted(`${plain.url}?sslmode=${mode}`), mode).rejects.toThrow(
        "The server does not encrypt connections, and sslmode requires it",
      )
    const file = encodeURIComponent(join(folder, "ours.pem"))
    await expect(poolIsEncrypted(`${plain.url}?sslmode=prefer&sslrootcert=${file}`)).rejects.toThrow(
      "does not encrypt",
    )
    for (const mode of ["prefer", "allow"])
      expect(await poolIsEncrypted(`${plain.url}?sslmode=${mode}`), mode).toBe(false)
  } finally {
    await plain.drop()
  }
})

test("a missing file is reported in one sentence that names the setting", () => {
  const url = address("localhost", "sslmode=verify-full&sslrootcert=/nowhere/ca.pem")
  expect(() => connectPostgres({ url, max: 1 })).toThrow(
    "sslrootcert in DATABASE_URL must name a file with a PEM certificate (/nowhere/ca.pem: ENOENT)",
  )
})
