/** Decides for each change whether its tests notice it. */
import type { Engine } from "./engine.ts"
import type { Change } from "./instrument.ts"
import type { Reach, Trial } from "./reach.ts"
import type { TrialOrder } from "./trial-order.ts"

/** Selections of tests that pass without any change, and those that do not, and who notices what. Shared by all engines. */
export interface Known {
  passing: Set<string>
  failing: Set<string>
  order: TrialOrder
}

/** After so many noticed changes the last one's tests run without a change, in case one of them left something behind. */
const trustedKills = 15

/** So often tests run again with a longer limit before their failure counts. */
const mostAttempts = 3

/** The limit of a test in milliseconds, from what the longest takes without a change. */
const limitFor = (longest: number): number => Math.round(8000 + 10 * longest)

/** The processor time of tests in milliseconds, from what their file takes without a change; the same on a busy machine. */
const processorLimitFor = (cpuMs: number): number => Math.round(10_000 + 5 * cpuMs)

export class Judge {
  readonly #engine: Engine
  readonly #known: Known
  /** Noticed since tests last passed without a change. */
  #noticed: Change[] = []
  #last: Trial | undefined

  constructor(engine: Engine, known: Known) {
    this.#engine = engine
    this.#known = known
  }

  /** Sets the state of `change`. Returns those that must be judged again, because the engine was not as it should be. */
  async judge(change: Change, { trials, constant }: Reach): Promise<Change[]> {
    change.status = trials.length === 0 ? "NoCoverage" : "Survived"
    for (const trial of this.#known.order.sorted(change.file, trials)) {
      const notices = await this.#notices(change, trial, constant)
      this.#known.order.learn(change.file, trial, notices)
      if (!notices) continue
      change.status = "Killed"
      this.#noticed.push(change)
      this.#last = trial
      break
    }
    return this.#noticed.length >= trustedKills ? this.verify() : []
  }

  /** Runs the last tests without a change; where they fail, what was noticed since then must be judged again. */
  async verify(): Promise<Change[]> {
    const [trial, noticed] = [this.#last, this.#noticed]
    this.#noticed = []
    this.#last = undefined
    if (trial === undefined || (await this.#passes(this.#selected(trial), false))) return []
    await this.#passes(this.#selected(trial), true)
    return noticed
  }

  async #notices(change: Change, trial: Trial, reload: boolean): Promise<boolean> {
    const selected = this.#selected(trial)
    const key = keyOf(selected)
    if (!(await this.#fails(change, selected, reload))) return false
    if (this.#known.passing.has(key)) return true
    if (await this.#passes(selected, false)) return true
    // Either these tests need the others of their file, or the engine is not as it should be.
    if (!(await this.#passes(selected, true))) {
      if (selected.tests === undefined) return false
      this.#known.failing.add(key)
    }
    return this.#notices(change, trial, reload)
  }

  /**
   * Runs tests with the change. A failure that took as long as a limit may only show that the machine is busy: where the
   * same tests without the change now come near that limit too, they run again with a longer one.
   */
  async #fails(change: Change, trial: Trial, reload: boolean): Promise<boolean> {
    const { file, tests } = trial
    let limitMs = limitFor(trial.longest)
    for (let attempt = 1; ; attempt++) {
      const began = performance.now()
      const hitLimit = 1000 + 100 * trial.hits
      const cpuMs = processorLimitFor(trial.cpuMs ?? 0)
      const order = { file, ...(tests ? { tests } : {}), change: change.id, reload, hitLimit, limitMs, cpuMs }
      const answer = await this.#engine.run(order)
      if (answer !== undefined && answer.failed === undefined) return false
      if (performance.now() - began < limitMs || attempt === mostAttempts) return true
      const longest = await this.#longestNow(trial)
      if (4 * longest <= limitMs) return true
      limitMs = limitFor(longest)
    }
  }

  /** Milliseconds of the longest test without any change, or of what runs around the tests where that takes longer. */
  async #longestNow({ file, tests }: Trial): Promise<number> {
    const began = performance.now()
    const answer = await this.#engine.run({ file, ...(tests ? { tests } : {}) })
    const whole = performance.now() - began
    const times = Object.values(answer?.tests ?? {}).map(({ ms }) => ms)
    return Math.max(whole - times.reduce((a, b) => a + b, 0), ...times)
  }

  #selected(trial: Trial): Trial {
    if (!this.#known.failing.has(keyOf(trial))) return trial
    const { tests: _, ...whole } = trial
    return whole
  }

  async #passes(trial: Trial, reload: boolean): Promise<boolean> {
    const { file, tests } = trial
    const answer = await this.#engine.run({ file, ...(tests ? { tests } : {}), reload })
    const passes = answer !== undefined && answer.failed === undefined
    if (passes) this.#known.passing.add(keyOf(trial))
    return passes
  }
}

const keyOf = ({ file, tests }: Trial): string => [file, ...(tests ?? [])].join(" ")
