import { z } from "zod"
import { photoBytes } from "#content/photos.ts"
import { ownPhoto, placePhoto } from "#domain/members/photo.ts"
import { refuse, withBodyLimit, wrongMethod } from "./function.ts"
import { memberFunction, memberOf } from "./member-function.ts"

const bodyLimit = photoBytes + 100_000

/** Replaces the caller's photograph: a form with the field `photo` -> `{ state }`. */
export const uploadPhoto = withBodyLimit(bodyLimit, async (world, request, caller) => {
  if (request.method !== "POST") return wrongMethod()
  const announced = Number(request.headers.get("content-length") ?? Number.NaN)
  // The body is read into memory.
  if (!(announced <= bodyLimit))
    return refuse(413, "too_large", "Send a photo of at most 6 MB, with a Content-Length")
  const member = await memberOf(world, caller)
  if (!member.ok) return refuse(member.status, member.code, member.message)
  const form = await request.formData().catch(() => null)
  const photo = form?.get("photo")
  if (!photo || typeof photo === "string" || photo.size > photoBytes)
    return refuse(400, "invalid_input", 'The body must be a form with a photo in the field "photo"')
  const placed = await placePhoto(world, member.value.userId, new Uint8Array(await photo.arrayBuffer()))
  if (placed.ok) return Response.json({ state: placed.state })
  return placed.code === "not_joined"
    ? refuse(409, placed.code, "Join the competition first.")
    : refuse(400, placed.code, "We could not read this file as a photo. Try a JPEG, PNG or WebP.")
})

/**
 * The caller's photograph, even if others cannot see it: `{ photo: { version, state, key }
 * null }`.
 */
export const myPhoto = memberFunction(z.object({}), async (world, _input, { userId }) => ({
  ok: true,
  value: { photo: await ownPhoto(world, userId) },
}))
