/** A member's photograph as browsers upload, fetch, report and remove it. */
import { Hono } from "hono"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { photoAddress, photoBytes } from "#content/photos.ts"
import { createBoards } from "#domain/competition/boards/board.ts"
import { removePhoto } from "#domain/members/photo.ts"
import { decidePhoto } from "#domain/members/photo-review.ts"
import type { World } from "#domain/world.ts"
import type { Claims } from "#platform/gateway/contract.ts"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { takePhoto, withPhotos } from "#test/support/photos.ts"
import type { AppEnv } from "../context.ts"
import { photosEndpoint } from "../endpoints/photos.ts"
import { shareCardEndpoint } from "../endpoints/share-card.ts"
import { securityHeaders } from "../guard/security-headers.ts"
import type { ServerFunction } from "./function.ts"
import { myPhoto, uploadPhoto } from "./photo.ts"

let site: TestAuth
let world: World
let app: Hono<AppEnv>
let photo: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  site = await createTestAuth()
  world = withPhotos(site.test.world)
  photo = await takePhoto()
  app = new Hono<AppEnv>()
  app.use((c, next) => {
    c.set("https", false)
    return next()
  })
  app.use(securityHeaders())
  app.route("/", photosEndpoint(world))
  app.route("/", shareCardEndpoint({ world, boards: createBoards(world) }))
})
afterAll(() => site.close())

async function member(email: string, { joined = true } = {}) {
  const { session } = await site.member(email)
  const claims: Claims = (await site.service.verifyToken(session.access_token)) ?? {}
  const userId = String(claims.sub)
  if (joined)
    await world.db.sql`
      insert into athletes (user_id, slug, display_name, search_name, consent_text, consent_at, joined_at)
      values (${userId}, ${email.replace(/\W/g, "-")}, 'Ida', 'ida', 'I agree.', now(), '2020-01-01')
    `
  const call = async (run: ServerFunction, init: RequestInit, caller = { userId, claims }) => {
    const request = new Request("http://b4m.test/functions/v1/photo", { method: "POST", ...init })
    const answer = await run(world, request, { role: "authenticated", ...caller })
    return { status: answer.status, body: await answer.json() }
  }
  const post = (run: ServerFunction, body: object) => call(run, { body: JSON.stringify(body) })
  const own = async () => (await post(myPhoto, {})).body.photo
  return { userId, call, post, own }
}

/** A browser's request: a form with a declared length. */
async function form(bytes: Uint8Array<ArrayBuffer>, { field = "photo", announced = true } = {}) {
  const data = new FormData()
  data.append(field, new Blob([bytes], { type: "image/jpeg" }), "photo.jpg")
  const encoded = new Response(data)
  const body = await encoded.arrayBuffer()
  const headers = new Headers({ "content-type": encoded.headers.get("content-type") ?? "" })
  if (announced) headers.set("content-length", String(body.byteLength))
  return { body, headers }
}

async function fetched(version: string, key?: string) {
  const answer = await app.request(photoAddress(version, 256, "webp", key))
  return answer.status
}

test("a photograph is uploaded, shown only to its owner at first, and to others once it is approved", async () => {
  const { call, own } = await member("one@example.com")
  expect(await own()).toBeNull()
  expect(await call(uploadPhoto, await form(photo))).toEqual({ status: 200, body: { state: "waiting" } })
  const { version, state, key } = await own()
  expect(state).toBe("waiting")
  expect([
    await fetched(version),
    await fetched(version, key),
    await fetched(version, "0".repeat(32)),
  ]).toEqual([404, 200, 404])
  const early = await app.request(photoAddress(version, 96, "avif", key))
  expect(early.headers.get("cache-control")).toBe("private, no-store")

  await decidePhoto(world, { version, decision: "show" })
  const answer = await app.request(photoAddress(version, 256, "webp"))
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "private, max-age=600",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
    "content-security-policy": expect.stringMatching(/^default-src 'none'/),
  })
  const image = await sharp(await answer.arrayBuffer()).metadata()
  expect([image.format, image.width, image.exif]).toEqual(["webp", 256, undefined])
})

test("nobody sees the photograph of a hidden athlete, or a size or version that does not exist", async () => {
  const { userId, call, own } = await member("hidden@example.com")
  await call(uploadPhoto, await form(photo))
  const { version } = await own()
  await decidePhoto(world, { version, decision: "show" })
  expect(await fetched(version)).toBe(200)
  await world.db.sql`update athletes set visibility = 'hidden' where user_id = ${userId}`
  expect(await fetched(version)).toBe(404)
  for (const path of [
    `/photos/${version}/97.webp`,
    `/photos/${version}/256.png`,
    `/photos/${crypto.randomUUID()}/256.webp`,
    `/photos/${"-".repeat(36)}/256.webp`,
    "/photos/..%2f..%2fsecrets/256.webp",
  ])
    expect([path, (await app.request(path)).status]).toEqual([path, 404])
})

test("non-photographs, large bodies, bodies of unknown length and visitors are refused with a sentence", async () => {
  const { userId, call, own } = await member("refused@example.com")
  const refusal = async (...given: Parameters<typeof call>) => {
    const { status, body } = await call(...given)
    expect(body.error).toMatch(/^[A-Z].{9,}/)
    return [status, body.code]
  }
  const large = new Uint8Array(photoBytes + 1)
  expect(await refusal(uploadPhoto, await form(large))).toEqual([400, "invalid_input"])
  expect(await refusal(uploadPhoto, await form(new Uint8Array(photoBytes + 200_000)))).toEqual([
    413,
    "too_large",
  ])
  expect(await refusal(uploadPhoto, await form(photo, { announced: false }))).toEqual([413, "too_large"])
  expect(await refusal(uploadPhoto, await form(photo, { field: "other" }))).toEqual([400, "invalid_input"])
  expect(await refusal(uploadPhoto, await form(new TextEncoder().encode("<svg/>")))).toEqual([
    400,
    "no_image",
  ])
  const text = { body: "photo", headers: { "content-length": "5", "content-type": "text/plain" } }
  expect(await refusal(uploadPhoto, text)).toEqual([400, "invalid_input"])
  expect(await refusal(uploadPhoto, await form(photo), { userId, claims: {} })).toEqual([
    401,
    "session_not_found",
  ])
  expect(await own()).toBeNull()
  const outside = await member("outside@example.com", { joined: false })
  expect((await outside.call(uploadPhoto, await form(photo))).body.code).toBe("not_joined")
})

test("members can change only their own photograph", async () => {
  const owner = await member("owner@example.com")
  const other = await member("other@example.com")
  await owner.call(uploadPhoto, await form(photo))
  const { version } = await owner.own()
  expect(await other.own()).toBeNull()
  expect(await removePhoto(world, other.userId)).toEqual({ ok: true })
  expect((await owner.own()).version).toBe(version)
  expect(await removePhoto(world, owner.userId)).toEqual({ ok: true })
  expect(await owner.own()).toBeNull()
})

test("a share card shows the photograph only if others may see it", async () => {
  const { call, own } = await member("card@example.com")
  // Pixels of the card that match the photograph.
  const shown = async () => {
    const answer = await app.request("/cards/athletes/card-example-com.png")
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"])
    const pixels = await sharp(await answer.arrayBuffer())
      .removeAlpha()
      .raw()
      .toBuffer()
    let alike = 0
    for (let at = 0; at < pixels.length; at += 3) {
      const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3)
      if (Math.max(Math.abs(red - 0xc0), Math.abs(green - 0x40), Math.abs(blue - 0x20)) < 12) alike++
    }
    return alike
  }
  await call(uploadPhoto, await form(photo))
  const { version } = await own()
  expect(await shown()).toBe(0)
  await decidePhoto(world, { version, decision: "show" })
  expect(await shown()).toBeGreaterThan(100 * 100)
  await decidePhoto(world, { version, decision: "decline" })
  expect(await shown()).toBe(0)
})
