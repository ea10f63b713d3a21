import { Writable } from "node:stream"

/**
 * The output of a renderer as one string: pages are sent whole, and a string takes a fraction of the memory that a
 * chain of streams keeps until it is collected.
 */
export function renderToString(pipe: (to: Writable) => unknown): Promise<string> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    pipe(
      new Writable({
        write(piece: Buffer, _encoding, done) {
          pieces.push(piece)
          done()
        },
        final(done) {
          resolve(Buffer.concat(pieces).toString())
          done()
        },
      }),
    )
  })
}
