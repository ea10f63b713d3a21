import { decodeProtectedHeader } from "jose"
import { describe, expect, test, vi } from "vitest"
import { createSeal, equal, equalTo, sha256 } from "./secrets.ts"

describe("equal", () => {
  test.each([
    ["", "", true],
    ["secret", "secret", true],
    ["secret", "secreT", false],
    ["secret", "secret ", false],
    ["", "secret", false],
    ["käse", "käse", true],
  ])("%j and %j: %s", (one, other, same) => {
    expect(equal(one, other)).toBe(same)
    expect(equalTo(other)(one)).toBe(same)
  })

  test("bytes and text are compared alike", () => {
    expect(equal(sha256("a"), sha256("a"))).toBe(true)
    expect(equal(sha256("a"), sha256("b"))).toBe(false)
    expect(equal(new Uint8Array([1, 2]), new Uint8Array([1, 2, 3]))).toBe(false)
    expect(equal("ab", new TextEncoder().encode("ab"))).toBe(true)
  })
})

test("sha256 returns the published test digest", () => {
  // FIPS 180-2, appendix B.1.
  expect(sha256("abc").toString("hex")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  )
})

describe("a seal", () => {
  const one = createSeal("x".repeat(32), "a")

  test.each(["", "text", "käse 🧀", "x".repeat(10_000)])("opens what it sealed (%#)", async (text) => {
    expect(await one.open(await one.seal(text))).toBe(text)
  })

  test("is a different encrypted token each time", async () => {
    const [first, second] = [await one.seal("text"), await one.seal("text")]
    expect(decodeProtectedHeader(first)).toEqual({ alg: "dir", enc: "A256GCM" })
    expect(first).not.toBe(second)
    expect(first).not.toContain(Buffer.from("text").toString("base64url"))
  })

  test("cannot be opened with another secret or for another purpose", async () => {
    const sealed = await one.seal("text")
    expect(await createSeal("x".repeat(32), "b").open(sealed)).toBeNull()
    expect(await createSeal("y".repeat(32), "a").open(sealed)).toBeNull()
    expect(await createSeal("x".repeat(32), "a").open(sealed)).toBe("text")
  })

  test("cannot be opened if any part was altered", async () => {
    const parts = (await one.seal("text")).split(".")
    for (const at of [0, 2, 3, 4]) {
      const altered = parts.map((part, index) => (index === at ? `A${part.slice(1)}` : part))
      if (altered[at] === parts[at]) altered[at] = `B${parts[at]?.slice(1)}`
      expect(await one.open(altered.join(".")), `part ${at}`).toBeNull()
    }
  })

  test("a fault of this machine is not reported as an invalid token", async () => {
    const sealed = await one.seal("text")
    vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(new TypeError("no memory"))
    await expect(one.open(sealed)).rejects.toThrow("no memory")
  })

  test.each(["", "text", "v1.AAAA", "a.b.c.d.e", "eyJhbGciOiJub25lIn0..."])(
    "does not open %j, which is not a token",
    async (text) => {
      expect(await one.open(text)).toBeNull()
    },
  )
})
