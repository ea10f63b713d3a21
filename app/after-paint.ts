import { deferred } from "./boot/deferred.ts"

const changes = [
  ['<link rel="modulepreload"', `<link rel="${deferred}"`],
  ['type="module" async="">import ', `type="${deferred}" async="">import `],
].map(([from = "", to = ""]) => ({ from: Buffer.from(from), to: Buffer.from(to) }))

/**
 * Defers a document's scripts until its first paint, so that text, styles and fonts do not compete with them for
 * network and CPU; on a phone they arrive more than a second earlier. Links, forms, the menu and all disclosures work
 * without scripts in the meantime. The router writes these tags itself and has no option for their order;
 * boot/start-scripts.ts starts them.
 */
export function scriptsAfterPaint(): TransformStream<Uint8Array, Uint8Array> {
  let held = Buffer.alloc(0)
  return new TransformStream({
    transform(chunk, controller) {
      const bytes = Buffer.concat([held, chunk])
      let from = 0
      for (let next = firstChange(bytes, from); next; next = firstChange(bytes, from)) {
        controller.enqueue(bytes.subarray(from, next.at))
        controller.enqueue(next.to)
        from = next.at + next.from.length
      }
      const cut = bytes.length - beginningOfChange(bytes.subarray(from))
      if (cut > from) controller.enqueue(bytes.subarray(from, cut))
      held = Buffer.from(bytes.subarray(cut))
    },
    flush(controller) {
      controller.enqueue(held)
    },
  })
}

function firstChange(bytes: Buffer, from: number) {
  const found = changes.map((change) => ({ ...change, at: bytes.indexOf(change.from, from) }))
  return found.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)[0]
}

/** Number of trailing bytes that could start a match continuing in the next chunk. */
function beginningOfChange(bytes: Buffer): number {
  const longest = Math.max(...changes.map(({ from }) => from.length)) - 1
  for (let length = Math.min(longest, bytes.length); length > 0; length--) {
    const end = bytes.subarray(bytes.length - length)
    if (changes.some(({ from }) => length < from.length && from.subarray(0, length).equals(end)))
      return length
  }
  return 0
}
