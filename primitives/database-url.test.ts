import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { PeerCertificate } from "node:tls"
import { expect, test } from "vitest"
import { readDatabaseUrl, withoutPreparing } from "./database-url.ts"

const plain = "postgres://b4m:p%40ss@db.example:6543/b4m?sslmode=require"

test("a URL without a certificate authority is unchanged", () => {
  expect(readDatabaseUrl(plain)).toEqual({ url: plain })
  const system = "postgres://db.example/b4m?sslmode=verify-full&sslrootcert=system"
  expect(readDatabaseUrl(system)).toEqual({ url: system })
})

test("the certificate authority is read from its file, and its parameters are not sent to the server", async () => {
  const folder = await mkdtemp(join(tmpdir(), "b4m-authority-"))
  const file = join(folder, "ca.pem")
  const pem = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
  await writeFile(file, pem)
  const { url, ssl } = readDatabaseUrl(`${plain}&sslrootcert=${file}&application_name=x`)
  expect(url).toBe("postgres://b4m:p%40ss@db.example:6543/b4m?application_name=x")
  expect(ssl).toMatchObject({ ca: pem, rejectUnauthorized: true })
  // As in libpq: `verify-ca` takes any name, every other mode the name of the host alone.
  const certificateOf = (name: string) =>
    ({ subject: { CN: name }, subjectaltname: `DNS:${name}` }) as PeerCertificate
  const says = (mode: string, name: string) =>
    readDatabaseUrl(
      `postgres://db.example/b4m?sslmode=${mode}&sslrootcert=${file}`,
    ).ssl?.checkServerIdentity?.("localhost", certificateOf(name))
  expect(says("verify-full", "db.example")).toBeUndefined()
  expect(says("verify-full", "other.example")).toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" })
  expect(says("require", "localhost")).toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" })
  expect(says("verify-ca", "other.example")).toBeUndefined()
  await writeFile(file, "no certificate")
  expect(() => readDatabaseUrl(`${plain}&sslrootcert=${file}`)).toThrow(
    `sslrootcert in DATABASE_URL must name a file with a PEM certificate (${file}: it is no PEM certificate)`,
  )
  await rm(folder, { recursive: true })
})

test("prepared statements are disabled, and the other parameters of the URL are kept", () => {
  expect(withoutPreparing(plain)).toBe(`${plain}&prepare=false`)
})

test("parameters of libpq without effect are removed, and the rest of the URL is kept", () => {
  const asking =
    "channel_binding=prefer&sslnegotiation=postgres&gssencmode=disable&keepalives=1&sslcompression=0"
  expect(readDatabaseUrl(`${plain}&${asking}&application_name=x`)).toEqual({
    url: `${plain}&application_name=x`,
  })
})

test("parameters that the driver does not support are refused, without repeating their values", () => {
  const refused: [string, string][] = [
    ["channel_binding=require", "channel_binding in DATABASE_URL can only be disable or prefer here"],
    ["sslnegotiation=direct", "sslnegotiation in DATABASE_URL can only be postgres here"],
    ["sslpassword=a-secret", "sslpassword in DATABASE_URL is not supported here"],
  ]
  for (const [asking, message] of refused)
    expect(() => readDatabaseUrl(`${plain}&${asking}`)).toThrow(
      expect.objectContaining({ message, code: "invalid_setting" }),
    )
})
