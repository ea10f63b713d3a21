/** A change of an athlete's place on a board; both keys are 0 when the board was rebuilt. */
interface Move {
  board: number
  athlete: number
  /** The place keys (private.place_key); 0 for none. */
  before: number
  after: number
}

/** The format of private.packed_move: the board, the athlete, then the keys before and after. */
const moveBytes = 26

export function* movesIn(bytes: Buffer): Generator<Move> {
  for (let start = 0; start < bytes.length; start += moveBytes)
    yield {
      board: bytes.readInt16BE(start),
      athlete: longAt(bytes, start + 2),
      before: longAt(bytes, start + 10),
      after: longAt(bytes, start + 18),
    }
}

/** A number of eight bytes; keys have 51 bits, ids fewer. */
export function longAt(bytes: Buffer, start: number): number {
  return bytes.readUInt32BE(start) * 2 ** 32 + bytes.readUInt32BE(start + 4)
}
