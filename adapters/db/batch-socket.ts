import type { Socket } from "node:net"
import { type BatchStatement, batchMessages, rowOf } from "./batch-messages.ts"

/** Rows of each statement, in the order of the statements. */
export type BatchRows = (string | null)[][][]

interface Batch {
  statements: readonly BatchStatement[]
  rows: BatchRows
  isAnswered: boolean
}

/**
 * Batches that wait for their connection. postgres.js ends every statement with a Sync of its own, so that four statements
 * are four answers; it has no way to send several with one. So it is given a comment as a statement, and its socket
 * (its option `socket`) sends the batch in place of that.
 */
export class Batches {
  readonly #waiting = new Map<string, Batch>()
  #count = 0

  /**
   * Runs statements on a connection that does nothing else meanwhile. Outside of a transaction they are one; after an error
   * none of the following is run.
   * @param send runs a text as the driver's own statement on that connection
   */
  async run(
    statements: readonly BatchStatement[],
    send: (text: string) => PromiseLike<unknown>,
  ): Promise<BatchRows> {
    const placeholder = `-- b4m batch ${++this.#count}`
    const batch: Batch = { statements, rows: [], isAnswered: false }
    this.#waiting.set(placeholder, batch)
    try {
      await send(placeholder)
    } finally {
      this.#waiting.delete(placeholder)
    }
    // The driver sent it some other way: nothing was run, and nobody may believe otherwise.
    if (!batch.isAnswered) throw new Error("The batch was not sent")
    return batch.rows
  }

  /** Lets a socket of the driver send batches. */
  carryOver(socket: Socket): Socket {
    const write = socket.write.bind(socket) as Socket["write"]
    const emit = socket.emit.bind(socket) as Socket["emit"]
    const names = new Map<string, string>()
    let answering: Answering | undefined
    let count = 0
    const nameOf = ({ text, prepare }: BatchStatement) => {
      const name = prepare ? names.get(text) : undefined
      return { name: name ?? (prepare ? `b4m${++count}` : ""), isNew: name === undefined }
    }
    socket.write = ((bytes: Buffer, ...rest: never[]) => {
      const batch = this.#waiting.size > 0 ? this.#waiting.get(queryIn(bytes)) : undefined
      if (!batch) return write(bytes, ...rest)
      const named = batch.statements.map((statement) => ({ ...statement, ...nameOf(statement) }))
      const fresh = named.filter(({ isNew }) => isNew)
      answering = new Answering({
        row: (row) => batch.rows.at(-1)?.push(row),
        statement: () => batch.rows.push([]),
        // Only what PostgreSQL has read can be referred to by its name.
        parsed() {
          const { name = "", text = "" } = fresh.shift() ?? {}
          if (name !== "") names.set(text, name)
        },
        ended() {
          batch.rows.pop()
          batch.isAnswered = true
          answering = undefined
        },
        toDriver: (bytes) => void emit("data", bytes),
      })
      batch.rows = [[]]
      return write(batchMessages(named), ...rest)
    }) as Socket["write"]
    socket.emit = ((event: string, ...rest: [Buffer]) => {
      if (event !== "data" || !answering) return emit(event, ...rest)
      answering.read(rest[0])
      return true
    }) as Socket["emit"]
    return socket
  }
}

/** The text of a simple query message that fills the bytes; empty for anything else. */
function queryIn(bytes: Buffer): string {
  const isQuery = bytes[0] === 0x51 && bytes.length < 64 && bytes.readInt32BE(1) === bytes.length - 1
  return isQuery ? bytes.toString("latin1", 5, bytes.length - 1) : ""
}

interface Hearing {
  row(values: (string | null)[]): void
  /** A statement has ended. */
  statement(): void
  parsed(): void
  ended(): void
  /** Errors, notices and the end are the driver's to read. */
  toDriver(bytes: Buffer): void
}

/** Reads what PostgreSQL says to a batch, message by message. */
class Answering {
  readonly #hearing: Hearing
  /** What has come of a message that is not complete. */
  #pieces: Buffer[] = []
  #missing = 0

  constructor(hearing: Hearing) {
    this.#hearing = hearing
  }

  read(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#missing -= piece.length
    if (this.#missing > 0) return
    const bytes = this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces)
    let at = 0
    while (bytes.length - at > 4) {
      const end = at + 1 + bytes.readInt32BE(at + 1)
      if (end > bytes.length) break
      const type = bytes[at]
      this.#hear(type, bytes.subarray(at, end))
      at = end
      if (type === 0x5a) {
        if (at < bytes.length) this.#hearing.toDriver(bytes.subarray(at))
        return
      }
    }
    const rest = bytes.subarray(at)
    this.#pieces = rest.length > 0 ? [rest] : []
    this.#missing = rest.length > 4 ? 1 + rest.readInt32BE(1) - rest.length : 0
  }

  /** https://www.postgresql.org/docs/18/protocol-message-formats.html */
  #hear(type: number | undefined, message: Buffer): void {
    const hearing = this.#hearing
    switch (type) {
      case 0x44: // DataRow
        hearing.row(rowOf(message))
        return
      case 0x43: // CommandComplete
      case 0x49: // EmptyQueryResponse
        hearing.statement()
        return
      case 0x31: // ParseComplete
        hearing.parsed()
        return
      case 0x32: // BindComplete
        return
      case 0x5a: // ReadyForQuery
        hearing.ended()
    }
    hearing.toDriver(message)
  }
}
