/**
 * Vitest's runner, which after its first file waits for orders and runs one after the other in the same thread: modules
 * stay evaluated, so that a run costs what its tests cost.
 */
import { join } from "node:path"
import { BroadcastChannel } from "node:worker_threads"
import { type EvaluatedModules, TestRunner } from "vitest"
import { root } from "../folders.ts"
import { type Answer, channelName, type Order } from "./orders.ts"

type Config = ConstructorParameters<typeof TestRunner>[0]
type Test = Parameters<TestRunner["onBeforeTryTask"]>[0]
type File = Parameters<TestRunner["onAfterRunFiles"]>[0][number]
type Suite = Parameters<TestRunner["onBeforeRunSuite"]>[0]
type Task = File["tasks"][number]

/** What the switches in the changed sources read and count. */
interface Switches {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount: number
  hitLimit: number
  mutantCoverage: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
}

/** The name under which hooks count. */
const inHooks = "hooks"

export default class LoopingRunner extends TestRunner {
  readonly #channel = new BroadcastChannel(channelName)
  readonly #orders: Order[] = []
  #waiting: ((order: Order) => void) | undefined
  #order: Order | undefined
  #failed = false
  #reloaded = false
  /** A test that fails halfway leaves variables behind that the next run must not see. */
  readonly #environment = { ...process.env }
  /** Limits in milliseconds without a change. */
  readonly #usual: { test: number; hook: number; poll: number }

  constructor(config: Config) {
    super(config)
    this.#usual = {
      test: config.testTimeout,
      hook: config.hookTimeout,
      poll: config.expect.poll?.timeout ?? 1000,
    }
    this.#channel.onmessage = (event) => {
      const { data: order } = event as { data: Order | Answer }
      if (!("file" in order)) return
      if (this.#waiting) this.#waiting(order)
      else this.#orders.push(order)
      this.#waiting = undefined
    }
  }

  override async onBeforeRunSuite(suite: Suite): Promise<void> {
    switches().currentTestId = inHooks
    await super.onBeforeRunSuite(suite)
  }

  override async onBeforeRunTask(test: Test): Promise<void> {
    if (this.#failed) test.mode = "skip"
    await super.onBeforeRunTask(test)
  }

  override onBeforeTryTask(test: Test, options: { retry: number; repeats: number }): void {
    switches().currentTestId = test.id
    super.onBeforeTryTask(test, options)
  }

  override onAfterRunTask(test: Test): void {
    switches().currentTestId = inHooks
    if (this.#order?.change !== undefined && test.result?.state === "fail") this.#failed = true
    super.onAfterRunTask(test)
  }

  override async onAfterRunFiles(files: File[]): Promise<void> {
    super.onAfterRunFiles(files)
    const [file] = files
    if (file && this.#order) this.#channel.postMessage(answerOf(file))
    else this.#channel.postMessage({ ready: true })
    const order = this.#orders.shift() ?? (await new Promise<Order>((resolve) => (this.#waiting = resolve)))
    if (order.file === "") return
    this.#prepare(order)
    // Vitest goes through this list, one file after the other, and takes what is appended meanwhile.
    this.#worker().ctx.files.push({
      filepath: join(root, order.file),
      fileTags: [],
      testLocations: undefined,
      testNamePattern: undefined,
      testIds: order.tests,
      testTagsFilter: undefined,
    })
  }

  /** What Vitest's thread goes through, and the modules that it has evaluated. */
  #worker(): { ctx: { files: object[] }; evaluatedModules: EvaluatedModules } {
    return Reflect.get(this, "workerState")
  }

  #prepare(order: Order): void {
    const state = switches()
    // A change of a constant is in the modules until they are evaluated once more without it.
    if (order.reload || this.#reloaded) {
      const { evaluatedModules } = this.#worker()
      for (const module of [...evaluatedModules.idToModuleMap.values()])
        if (!module.id.includes("/node_modules/") && !module.id.includes("/engine/"))
          evaluatedModules.invalidateModule(module)
      this.#reloaded = order.reload === true && order.change !== undefined
    }
    for (const name of Object.keys(process.env)) if (!(name in this.#environment)) delete process.env[name]
    Object.assign(process.env, this.#environment)
    this.#order = order
    this.#failed = false
    state.activeMutant = order.change
    state.currentTestId = undefined
    state.hitCount = 0
    state.hitLimit = order.hitLimit ?? Number.POSITIVE_INFINITY
    empty(state.mutantCoverage.static)
    empty(state.mutantCoverage.perTest)
    this.config.testTimeout = order.limitMs ?? this.#usual.test
    this.config.hookTimeout = order.limitMs ?? this.#usual.hook
    if (this.config.expect.poll) this.config.expect.poll.timeout = order.limitMs ?? this.#usual.poll
  }
}

function switches(): Switches {
  const scope = globalThis as { __stryker__?: Switches }
  scope.__stryker__ ??= { hitCount: 0, hitLimit: 0, mutantCoverage: { static: {}, perTest: {} } }
  scope.__stryker__.mutantCoverage ??= { static: {}, perTest: {} }
  return scope.__stryker__
}

function empty(counts: Record<string, unknown>): void {
  for (const key of Object.keys(counts)) delete counts[key]
}

function answerOf(file: File): Answer {
  const { static: imports, perTest } = switches().mutantCoverage
  const answer: Answer = { tests: {}, hooks: { ...perTest[inHooks] }, imports: { ...imports } }
  const failed = firstError(file)
  if (failed !== undefined) answer.failed = failed
  const visit = (task: Task) => {
    if (task.type === "suite") for (const child of task.tasks) visit(child)
    else if (task.result?.state === "pass" || task.result?.state === "fail")
      answer.tests[task.id] = { ms: task.result.duration ?? 0, reached: { ...perTest[task.id] } }
  }
  for (const task of file.tasks) visit(task)
  return answer
}

function firstError(task: Task | File): string | undefined {
  const children = "tasks" in task ? task.tasks : []
  for (const child of children) {
    const found = firstError(child)
    if (found !== undefined) return found
  }
  if (task.result?.state !== "fail") return undefined
  return `${task.name}: ${task.result.errors?.[0]?.message ?? "failed"}`
}
