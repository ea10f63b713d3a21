const link = Buffer.from('<link rel="modulepreload"')
const lowLink = Buffer.from('<link rel="modulepreload" fetchpriority="low"')

/**
 * Marks the scripts that a document asks for ahead of time as less urgent than its styles and faces: what is written is
 * read first, and on a slow network comes a second earlier; the scripts make it alive afterwards. The router writes these
 * links itself and knows no priorities.
 */
export function scriptsAfterStyles(): TransformStream<Uint8Array, Uint8Array> {
  let held = Buffer.alloc(0)
  return new TransformStream({
    transform(chunk, controller) {
      const bytes = Buffer.concat([held, chunk])
      let from = 0
      for (let at = bytes.indexOf(link); at >= 0; at = bytes.indexOf(link, from)) {
        controller.enqueue(bytes.subarray(from, at))
        controller.enqueue(lowLink)
        from = at + link.length
      }
      const cut = bytes.length - beginningOfLink(bytes.subarray(from))
      if (cut > from) controller.enqueue(bytes.subarray(from, cut))
      held = Buffer.from(bytes.subarray(cut))
    },
    flush(controller) {
      controller.enqueue(held)
    },
  })
}

/** How many of the last bytes could be the beginning of a link that goes on in the next piece. */
function beginningOfLink(bytes: Buffer): number {
  for (let length = Math.min(link.length - 1, bytes.length); length > 0; length--) {
    if (bytes.subarray(bytes.length - length).equals(link.subarray(0, length))) return length
  }
  return 0
}
