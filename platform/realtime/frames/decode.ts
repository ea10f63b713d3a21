import { z } from "zod"
import type { Incoming, Pushed, Version } from "./message.ts"

const ref = z.union([z.string().max(255), z.number().transform(String), z.null()]).optional()
const object = z.object({
  // Of any length, so that an overlong one gets a reply.
  topic: z.string(),
  event: z.string(),
  payload: z.unknown(),
  ref,
  join_ref: ref,
})
const list = z.tuple([ref, ref, z.string(), z.string(), z.unknown()])
const pushedBroadcast = z.object({ event: z.string().max(512), payload: z.unknown() })

/** A text frame; null when it is malformed. */
export function decodeText(text: string, version: Version): Incoming | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (version === "1.0.0") {
    const { data } = object.safeParse(value)
    return data
      ? {
          joinRef: data.join_ref ?? null,
          ref: data.ref ?? null,
          ...pick(data.topic, data.event, data.payload),
        }
      : null
  }
  const { data } = list.safeParse(value)
  if (!data) return null
  const [joinRef, own, topic, event, payload] = data
  return { joinRef: joinRef ?? null, ref: own ?? null, ...pick(topic, event, payload) }
}

function pick(topic: string, event: string, payload: unknown) {
  return { topic, event, payload }
}

/** The broadcast in the payload of a text frame; null if there is none. Only binary frames can request storage. */
export function pushedIn(payload: unknown): Pushed | null {
  const { data } = pushedBroadcast.safeParse(payload)
  if (!data) return null
  const body = Buffer.from(JSON.stringify(data.payload ?? {}))
  return { broadcast: { event: data.event, encoding: "json", body } }
}

const pushKind = 3
const headerBytes = 7

/**
 * A binary frame: kind, the lengths of five texts, the encoding, the texts (join ref, ref, topic, event, metadata), the body.
 * Null when it is malformed, or says that it is JSON and is not.
 */
export function decodeBinary(frame: Buffer): { message: Incoming; pushed: Pushed } | null {
  if (frame.length < headerBytes || frame[0] !== pushKind) return null
  const encoding = frame[6]
  if (encoding !== 0 && encoding !== 1) return null
  let at = headerBytes
  const texts = [1, 2, 3, 4, 5].map((index) => {
    const from = at
    at += frame[index] ?? 0
    return frame.toString("utf8", from, at)
  })
  if (at > frame.length) return null
  const [joinRef = "", own = "", topic = "", event = "", metadata = ""] = texts
  const body = frame.subarray(at)
  if (encoding === 1 && !isJson(body)) return null
  const options = optionsOf(metadata)
  if (!options) return null
  return {
    message: { joinRef: joinRef || null, ref: own || null, topic, event: "broadcast", payload: null },
    pushed: { broadcast: { event, encoding: encoding === 1 ? "json" : "binary", body }, ...options },
  }
}

const metadataShape = z.object({ persist: z.unknown() })

/** The options in a frame's metadata; null if it is invalid. */
function optionsOf(metadata: string): Pick<Pushed, "persist"> | null {
  if (metadata === "") return {}
  try {
    return metadataShape.parse(JSON.parse(metadata))
  } catch {
    return null
  }
}

/** Checks that the bytes are JSON, because they are inserted unchanged into other clients' frames. */
export function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString("utf8"))
    return true
  } catch {
    return false
  }
}
