import { generateKeyPairSync } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readAppleKey } from "./apple-key.ts"

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "b4m-apple-key-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const pem = (namedCurve: string) =>
  String(generateKeyPairSync("ec", { namedCurve }).privateKey.export({ type: "pkcs8", format: "pem" }))

test("Apple's key is read from its file; anything else stops the start without showing what is in the file", async () => {
  const file = join(folder, "key.p8")
  const key = pem("prime256v1")
  await writeFile(file, key)
  expect(readAppleKey(file)).toBe(key)
  for (const content of [pem("secp384r1"), "a password", ""]) {
    await writeFile(file, content)
    expect(() => readAppleKey(file)).toThrow(/^AUTH_APPLE_KEY_FILE must name the file .p8[^\n]*P-256\)$/)
  }
  expect(() => readAppleKey(join(folder, "missing"))).toThrow(/^AUTH_APPLE_KEY_FILE/)
})
