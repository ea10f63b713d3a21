/** What the engine is told to run, and what it answers. */

export interface Order {
  /** A test file, by its path in the repository; an empty one ends the engine. */
  file: string
  /** Ids of the tests to run; all of the file without. */
  tests?: string[]
  /** The change that is switched on; none without. */
  change?: string
  /** How often the change may be reached before it counts as a loop without end. */
  hitLimit?: number
  /** Whether modules are evaluated anew, as a change of a constant needs. */
  reload?: boolean
  /** Milliseconds until a test, a hook or an awaited state counts as hanging. */
  limitMs?: number
  /** Milliseconds of processor time after which the tests count as a loop without end that no other limit reaches. */
  cpuMs?: number
}

export interface Answer {
  /** The name of the first test that failed, or the error of a hook or an import. */
  failed?: string
  /** Per test: how long it took in milliseconds, and how often it reached which change. */
  tests: Record<string, { ms: number; reached: Record<string, number> }>
  /** What hooks reached, outside of any test. */
  hooks: Record<string, number>
  /** What was reached while modules were evaluated. */
  imports: Record<string, number>
  /** Milliseconds of processor time that the run took, hooks and modules included. */
  cpuMs?: number
}

/** The channel between the engine and its Vitest's thread. */
export const channelName = "b4m-mutate"
