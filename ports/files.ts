/** A file as `Files` knows it. */
export interface StoredFile {
  /** "<area>/<SHA-256 of the bytes in hex>". */
  key: string
  size: number
  /** When its bytes were last stored. */
  storedAt: Date
}

/** Bytes in pieces. */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Bytes that have been received but are not a file yet: they cannot be read by a key. */
export interface StagedFile {
  /** SHA-256 of the bytes in hex. */
  hash: string
  size: number
  /** Stores them as the file "<area>/<hash>". Call it once. */
  keep(area: string): Promise<StoredFile>
  /** Discards the bytes. Does nothing after `keep`. */
  discard(): Promise<void>
}

/** An open file. Reading `body` to the end or canceling it releases its resources. */
interface OpenedFile {
  /** Of the whole file, even when `body` is only a range of it. */
  size: number
  body: ReadableStream<Uint8Array>
}

/**
 * Private files, keyed by the hash of their content, so that the file of a key never changes. Areas are folders, such as
 * "recordings/12": one or more names of a-z, 0-9, hyphen, and underscore, separated by slashes. An invalid area or key is an
 * error with the code `invalid_key`, and nothing is touched.
 */
export interface Files {
  /**
   * Stores all of `bytes` or nothing, even when the process is killed: once the promise resolves, the file survives a
   * power cut. The same bytes in the same area are one file. An error thrown by `bytes` is rethrown.
   */
  put(area: string, bytes: Bytes): Promise<StoredFile>
  /**
   * The first half of `put`, for callers that need the hash before the file exists. Bytes that are neither kept nor
   * discarded, because the process was killed, are removed by `removeUnfinished`.
   */
  stage(bytes: Bytes): Promise<StagedFile>
  /** Up to this many staged bytes are buffered in memory, if enough is free, and written only by `keep`. */
  readonly heldBytes: number
  /** Null when there is no such file. */
  stat(key: string): Promise<StoredFile | null>
  /** `range`: bytes from `start` to `end`, both included, as in HTTP; it must lie within the file. Null when there is no such file. */
  get(key: string, range?: { start: number; end: number }): Promise<OpenedFile | null>
  /** Deletes a file permanently. False when there is no such file. */
  remove(key: string): Promise<boolean>
  /**
   * Every complete file below an area, in no particular order. Files stored or removed during the listing may or may
   * not appear.
   */
  list(area: string): AsyncIterable<StoredFile>
  /** Removes what is left of unfinished writes that began before the instant. Returns how many were removed. */
  removeUnfinished(begunBefore: Date): Promise<number>
}
