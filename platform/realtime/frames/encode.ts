import type { Broadcast, Outgoing, Version } from "./message.ts"

/** A text frame. */
export function encodeText(message: Outgoing, version: Version): string {
  const { joinRef = null, ref = null, topic, event, payload } = message
  return version === "1.0.0"
    ? JSON.stringify({ topic, event, payload, ref, join_ref: joinRef })
    : JSON.stringify([joinRef, ref, topic, event, payload])
}

const broadcastKind = 4

/**
 * A broadcast for sockets of a version: binary for 2.0.0, text for 1.0.0 and where a name is longer than a length byte
 * can say. Null if the version does not support it: bytes cannot be sent to 1.0.0.
 */
export function encodeBroadcast(
  topic: string,
  { event, encoding, body, meta }: Broadcast,
  version: Version,
): string | Buffer | null {
  const metaText = meta ? JSON.stringify(meta) : ""
  const texts = [topic, event, metaText].map((text) => Buffer.from(text))
  const fits = texts.every(({ length }) => length <= 255)
  if (version === "2.0.0" && fits) {
    const header = [broadcastKind, ...texts.map(({ length }) => length), encoding === "json" ? 1 : 0]
    return Buffer.concat([Buffer.from(header), ...texts, body])
  }
  if (encoding === "binary") return null
  const payload = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${body.toString("utf8")}${metaText ? `,"meta":${metaText}` : ""}}`
  return version === "1.0.0"
    ? `{"topic":${JSON.stringify(topic)},"event":"broadcast","payload":${payload},"ref":null,"join_ref":null}`
    : `[null,null,${JSON.stringify(topic)},"broadcast",${payload}]`
}
