import type { Words } from "#content/words/words.ts"

/** The published words of this process, in memory: pages and other readers need no database for them. */
export interface Published {
  /** Those that are known now. A value is never changed: a reader that keeps it reads one consistent state. */
  readonly words: Words
  /** Resolves once `words` contains every change that was committed before the call. Rejects if the database is away. */
  catchUp(): Promise<void>
  /** Reads everything again: after a change of this process's own, and after messages may have been missed. */
  reload(): Promise<void>
}
