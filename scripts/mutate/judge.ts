/** Decides for each change whether its tests notice it. */
import type { Engine } from "./engine.ts"
import type { Change } from "./instrument.ts"
import type { Reach, Trial } from "./reach.ts"

/** Selections of tests that pass without any change, and those that do not. Shared by all engines. */
export interface Known {
  passing: Set<string>
  failing: Set<string>
}

/** After so many noticed changes the last one's tests run without a change, in case one of them left something behind. */
const trustedKills = 15

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
    for (const trial of trials) {
      if (!(await this.#notices(change, trial, constant))) continue
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
    const order = {
      file: selected.file,
      ...(selected.tests ? { tests: selected.tests } : {}),
      change: change.id,
      reload,
      hitLimit: 1000 + 100 * trial.hits,
      limitMs: Math.round(8000 + 10 * trial.longest),
    }
    const answer = await this.#engine.run(order)
    if (answer !== undefined && answer.failed === undefined) return false
    const key = keyOf(selected)
    if (this.#known.passing.has(key)) return true
    if (await this.#passes(selected, false)) return true
    // Either these tests need the others of their file, or the engine is not as it should be.
    if (!(await this.#passes(selected, true))) {
      if (selected.tests === undefined) return false
      this.#known.failing.add(key)
    }
    return this.#notices(change, trial, reload)
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
