/** The queue of the hashing threads, with simulated threads that respond when the test says so. */
import { EventEmitter } from "node:events"
import { expect, test } from "vitest"
import { answerTo, type HashTask } from "./hash-task.ts"
import { createPasswordHasher } from "./hasher.ts"
import { hashingThreads } from "./threads.ts"

interface FakeThread extends EventEmitter {
  yielding: boolean
  asked: HashTask[]
}

function withThreads(count: number) {
  const threads: FakeThread[] = []
  const hasher = createPasswordHasher(4, count, (yielding) => {
    const asked: HashTask[] = []
    const thread = Object.assign(new EventEmitter(), {
      ...{ yielding, asked, ref() {}, unref() {} },
      postMessage: (task: HashTask) => void asked.push(task),
      terminate: async () => Number(thread.emit("exit")),
    })
    threads.push(thread)
    return thread
  })
  const answer = (at: number, how: object = { hash: "done" }) => threads[at]?.emit("message", how)
  return { hasher, threads, answer }
}

test.each([
  [1, 1],
  [2, 1],
  [8, 7],
])("with %d cores, %d threads hash", (cores, threads) => expect(hashingThreads(cores)).toBe(threads))

test("each task gets its own result", () => {
  const made = answerTo({ id: 7, kind: "hash", password: "a password", cost: 4 })
  expect(made).toEqual({ id: 7, hash: expect.stringMatching(/^\$2b\$04\$/) })
  const hash = "hash" in made ? made.hash : ""
  const matches = (password: string) => answerTo({ id: 8, kind: "verify", password, hash })
  expect([matches("a password"), matches("another")]).toEqual([
    { id: 8, matches: true },
    { id: 8, matches: false },
  ])
})

test("each thread runs one task; more than three waiting tasks go to a low-priority thread", async () => {
  const { hasher, threads, answer } = withThreads(1)
  const all = Array.from({ length: 5 }, () => hasher.hash("x"))
  const given = () => threads.map(({ yielding, asked }) => [yielding, asked.map(({ id }) => id)])
  expect(given()).toEqual([[false, [1]]])
  answer(0)
  expect(given()).toEqual([
    [false, [1]],
    [true, [2]],
  ])
  answer(1)
  answer(0)
  expect(given()).toEqual([
    [false, [1, 3, 4]],
    [true, [2]],
  ])
  answer(0)
  answer(0)
  expect(await Promise.all(all)).toEqual(Array.from({ length: 5 }, () => "done"))
})

test("the number of threads is limited", () => {
  const { hasher, threads } = withThreads(2)
  for (let n = 0; n < 3; n++) void hasher.hash("x").catch(() => {})
  expect(threads.map(({ asked }) => asked.length)).toEqual([1, 1])
})

test.each(["error", "exit"])(
  "a thread's task fails with its %s, and the next task gets another thread",
  async (how) => {
    const { hasher, threads, answer } = withThreads(1)
    const [first, second, third] = [hasher.hash("a"), hasher.hash("b"), hasher.hash("c")]
    threads[0]?.emit(how, new Error("The thread broke"))
    await expect(first).rejects.toThrow(how === "error" ? "The thread broke" : "The hashing thread ended")
    // After an error a thread also exits, which must not affect its replacement.
    threads[0]?.emit("exit")
    expect(threads.map(({ asked }) => asked.length)).toEqual([1, 1])
    answer(1)
    answer(1)
    expect(await Promise.all([second, third])).toEqual(["done", "done"])
    await hasher.close()
  },
)

test("after closing, waiting tasks are rejected and new ones refused", async () => {
  const { hasher, threads } = withThreads(1)
  const [first, second] = [hasher.hash("a"), hasher.hash("b")]
  const failures = Promise.allSettled([first, second])
  await hasher.close()
  expect((await failures).map((one) => one.status === "rejected" && one.reason.message)).toEqual([
    "The hashing thread ended",
    "The password hasher is closed",
  ])
  await expect(hasher.hash("c")).rejects.toThrow("The password hasher is closed")
  expect(threads).toHaveLength(1)
})

test("a response to another task is an error, and never counts as a matching password", async () => {
  const { hasher, answer } = withThreads(1)
  const hash = hasher.hash("a")
  answer(0, { matches: true })
  await expect(hash).rejects.toThrow("answered another question")
  const verified = hasher.verify("a", "its hash")
  answer(0)
  await new Promise(setImmediate)
  answer(0)
  expect(await verified).toBe(false)
})

test("every check compares a hash; without a usable one, it uses a hash that no password matches", async () => {
  const { hasher, threads, answer } = withThreads(1)
  const asked = () => threads[0]?.asked.at(-1)
  const checked = async (password: string, given: string | null, matches = true) => {
    const done = hasher.verify(password, given)
    if (threads[0]?.asked.length === 1) answer(0, { hash: "of nobody" })
    await new Promise(setImmediate)
    const task = asked()
    answer(0, { matches })
    return [task && "hash" in task && [task.password, task.hash], await done]
  }
  const longest = "x".repeat(72)
  expect(await checked("secret", "its hash")).toEqual([["secret", "its hash"], true])
  expect(await checked("secret", "its hash", false)).toEqual([["secret", "its hash"], false])
  expect(await checked(longest, "its hash")).toEqual([[longest, "its hash"], true])
  expect(await checked(`${longest}y`, "its hash")).toEqual([["-", "of nobody"], false])
  expect(await checked("secret", null)).toEqual([["-", "of nobody"], false])
  expect(await checked("secret", "")).toEqual([["-", "of nobody"], false])
})

test("a check that failed with its thread does not affect the next one", async () => {
  const { hasher, threads, answer } = withThreads(1)
  const failed = hasher.verify("a", "its hash")
  threads[0]?.emit("error", new Error("The thread broke"))
  await expect(failed).rejects.toThrow("The thread broke")
  const next = hasher.verify("a", "its hash")
  answer(1)
  await new Promise(setImmediate)
  answer(1, { matches: true })
  expect(await next).toBe(true)
})

test("a thread keeps the process alive while it works, and each task has its own id", async () => {
  const held: string[] = []
  const ids: number[] = []
  const thread = Object.assign(new EventEmitter(), {
    ref: () => void held.push("held"),
    unref: () => void held.push("let go"),
    postMessage: (task: HashTask) => void ids.push(task.id),
    terminate: async () => 0,
  })
  const hasher = createPasswordHasher(4, 1, () => thread)
  const answered = async (work: Promise<unknown>) => {
    thread.emit("message", { hash: "h", matches: true })
    await new Promise(setImmediate)
    thread.emit("message", { hash: "h", matches: true })
    await work
  }
  await answered(hasher.verify("a", "its hash"))
  expect(held).toEqual(["held", "let go", "held", "let go"])
  const last = hasher.hash("b")
  thread.emit("message", { hash: "h" })
  await last
  expect(ids).toEqual([1, 2, 3])
})
