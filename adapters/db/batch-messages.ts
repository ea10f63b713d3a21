/** A statement of a batch. Values are texts, of which PostgreSQL finds the types. */
export interface BatchStatement {
  text: string
  values: readonly (string | null)[]
  /** Whether the connection is to remember it. */
  prepare: boolean
}

/** A statement with its name on a connection; empty for one that is not remembered. */
interface NamedStatement extends BatchStatement {
  name: string
  isNew: boolean
}

const syncBytes = 5

/**
 * Messages of the extended query protocol that run statements one after the other, with one Sync at the end: outside of a
 * transaction they are one, and after an error PostgreSQL skips the rest.
 * https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export function batchMessages(statements: readonly NamedStatement[]): Buffer {
  const most = statements.reduce((sum, { text, values, name }) => {
    const texts = values.reduce((length, value) => length + 4 + 3 * (value?.length ?? 0), 0)
    return sum + 3 * text.length + texts + 6 * name.length + 64
  }, syncBytes)
  const bytes = Buffer.allocUnsafe(most)
  let at = 0
  const open = (type: string) => {
    at = bytes.write(type, at, "latin1") + at + 4
    return at - 4
  }
  const close = (start: number) => bytes.writeInt32BE(at - start, start)
  const zeroEnded = (text: string) => {
    at = bytes.writeUInt8(0, at + bytes.write(text, at, "utf8"))
  }
  const int16 = (value: number) => {
    at = bytes.writeInt16BE(value, at)
  }
  for (const { text, values, name, isNew } of statements) {
    if (isNew) {
      const parse = open("P")
      zeroEnded(name)
      zeroEnded(text)
      int16(0)
      close(parse)
    }
    const bind = open("B")
    zeroEnded("")
    zeroEnded(name)
    int16(0)
    int16(values.length)
    for (const value of values) {
      const length = value === null ? -1 : bytes.write(value, at + 4, "utf8")
      at = bytes.writeInt32BE(length, at) + Math.max(0, length)
    }
    int16(0)
    close(bind)
    const execute = open("E")
    zeroEnded("")
    at = bytes.writeInt32BE(0, at)
    close(execute)
  }
  close(open("S"))
  return bytes.subarray(0, at)
}

/** The values of a DataRow message, each as PostgreSQL writes it. */
export function rowOf(message: Buffer): (string | null)[] {
  const values = new Array<string | null>(message.readInt16BE(5))
  let at = 7
  for (let n = 0; n < values.length; n++) {
    const length = message.readInt32BE(at)
    at += 4
    values[n] = length === -1 ? null : message.toString("utf8", at, at + length)
    at += Math.max(0, length)
  }
  return values
}
