import { describe, expect, test, vi } from "vitest"
import { knownCommit, placesInDiff } from "./changed.ts"
import { drawLines, mayChange } from "./draw.ts"
import type { Answer, Order } from "./engine/orders.ts"
import { foldersOf, linesAsked, linesOf, placesAsked } from "./folders.ts"
import { importersOf } from "./imports.ts"
import { type Change, instrument } from "./instrument.ts"
import { Judge } from "./judge.ts"
import { reachOf } from "./reach.ts"
import { reportInWords, tallyOf } from "./report.ts"
import { filesFor } from "./sql.ts"
import { TrialOrder } from "./trial-order.ts"

test("changed lines are the new side of each hunk, and a hunk that only removes has none", () => {
  const diff = [
    "--- a/domain/a.ts",
    "+++ b/domain/a.ts",
    "@@ -3,2 +4,3 @@ function a() {",
    "+x",
    "@@ -9 +11 @@",
    "@@ -20,4 +21,0 @@",
    "+++ b/domain/b.ts",
    "@@ -0,0 +1,2 @@",
  ].join("\n")
  expect(placesInDiff(diff)).toEqual([
    { file: "domain/a.ts", first: 4, last: 6 },
    { file: "domain/a.ts", first: 11, last: 11 },
    { file: "domain/b.ts", first: 1, last: 2 },
  ])
})

test.each([
  ["  if (a > b) return c", true],
  ["  const ok = true", true],
  ["  await world.mail(message)", true],
  ["  // if (a > b)", false],
  [" * @example a > b", false],
  ['import { a } from "./a.ts"', false],
  ["  }),", false],
  ["", false],
])("the line %j may be changed: %s", (line, expected) => expect(mayChange(line)).toBe(expected))

test("lines are drawn evenly, repeatably, and never twice", () => {
  const file = "scripts/mutate/draw.ts"
  const whole = [{ file, first: 1, last: 45 }]
  const drawn = drawLines(whole, 6, 7)
  expect(drawn).toHaveLength(6)
  expect(drawLines(whole, 6, 7)).toEqual(drawn)
  expect(drawLines(whole, 6, 8)).not.toEqual(drawn)
  expect(new Set(drawLines(whole, 100, 7).map(({ first }) => first)).size).toBe(
    drawLines(whole, 100, 7).length,
  )
})

test("a path leads to its folder and the sources below it, without tests", () => {
  const [found, ...others] = foldersOf(["server/guard/same-origin.ts"])
  expect(found).toMatchObject({ folder: { path: "server/guard" }, sources: ["server/guard/same-origin.ts"] })
  expect(others).toEqual([])
  expect(foldersOf(["domain"]).map(({ folder }) => folder.path)).toContain("domain/shop")
  expect(foldersOf(["domain/site-clock.ts"])[0]?.folder.path).toBe("domain")
  expect(foldersOf(["domain/shop/books.ts"])[0]?.folder.path).toBe("domain/shop")
  expect(foldersOf(["primitives/"])[0]?.sources.some((file) => file.endsWith(".test.ts"))).toBe(false)
  const threads = foldersOf(["platform/auth/passwords"]).flatMap(({ sources }) => sources)
  expect(threads).toContain("platform/auth/passwords/hasher.ts")
  expect(threads).not.toContain("platform/auth/passwords/hash-worker.ts")
  const files = foldersOf(["adapters/sources/file"]).flatMap(({ sources }) => sources)
  expect(files).toContain("adapters/sources/file/in-thread.ts")
  expect(files).not.toContain("adapters/sources/file/thread.ts")
  expect(() => foldersOf(["docs"])).toThrow("Nothing to mutate in docs.")
})

test("lines can be asked for with their file", () => {
  expect(linesAsked("domain/shop")).toEqual({ path: "domain/shop" })
  expect(linesAsked("domain/shop/books.ts:7-9")).toEqual({ path: "domain/shop/books.ts", first: 7, last: 9 })
  const file = "domain/shop/books.ts"
  const other = "domain/shop/orders.ts"
  expect(placesAsked([file], [`${file}:7`, `${file}:20-22`])).toEqual([
    { file, first: 7, last: 7 },
    { file, first: 20, last: 22 },
  ])
  expect(placesAsked([file], ["domain/shop"])).toEqual([{ file, first: 1, last: linesOf(file).length }])
  expect(placesAsked([file], [`${other}:3`])).toEqual([{ file, first: 1, last: linesOf(file).length }])
})

test("only tests that import a changed file, however far away, are run for it", () => {
  const tests = ["scripts/mutate/mutate.test.ts", "primitives/csv.test.ts"]
  const importers = (target: string) => importersOf(tests, new Set([target]))
  expect(importers("scripts/mutate/folders.ts")).toEqual(["scripts/mutate/mutate.test.ts"])
  expect(importers("test/architecture/scan.ts")).toEqual(["scripts/mutate/mutate.test.ts"])
  expect(importers("primitives/csv.ts")).toEqual(["primitives/csv.test.ts"])
  expect(importers("primitives/turns.ts")).toEqual([])
})

test("the report counts what was noticed, lists what was not, and leaves out what changes nothing", () => {
  const change = (status: Change["status"]): Change => ({
    id: "1",
    file: "domain/a.ts",
    mutatorName: "EqualityOperator",
    replacement: "a >= b",
    location: { start: { line: 2, column: 5 }, end: { line: 2, column: 10 } },
    status,
  })
  const changes = (["Killed", "Killed", "Survived", "NoCoverage", "Ignored"] as const).map(change)
  const tallies = tallyOf("domain", changes, () => "x\nif (a > b)\n")
  expect(reportInWords(tallies)).toEqual([
    "domain/a.ts:2:5 EqualityOperator",
    "    a > b",
    "  > a >= b",
    "domain/a.ts:2:5 EqualityOperator (no test runs it)",
    "    a > b",
    "  > a >= b",
    "",
    "domain/a.ts: 2 of 4 noticed (50.0 %), 1 noted as changing nothing",
    "",
    "domain: 2 of 4 noticed (50.0 %), 1 noted as changing nothing",
  ])
})

test("what calls a function is run for it, the quickest first; a policy is looked for where access is tested", () => {
  const usage = (file: string, ms: number, functions: string[], tables: string[]) => ({
    file,
    ms,
    functions,
    tables,
  })
  const usages = [
    usage("slow.test.ts", 90, ["f()"], ["a"]),
    usage("quick.test.ts", 10, ["f()"], ["a"]),
    usage("access.test.ts", 50, [], ["a"]),
    usage("other.test.ts", 1, ["g()"], ["b"]),
  ]
  const change = { name: "x", statement: "", functions: ["f()"], tables: ["a"] }
  expect(filesFor({ ...change, kind: "function" }, usages)).toEqual(["quick.test.ts", "slow.test.ts"])
  expect(filesFor({ ...change, kind: "policy", functions: [] }, usages)).toEqual([
    "access.test.ts",
    "quick.test.ts",
    "slow.test.ts",
  ])
  const policies = usage("supabase/policies.test.ts", 1, [], ["b"])
  const inlined = { ...change, name: "auth.role()", functions: ["auth.role()"], tables: [] }
  expect(filesFor({ ...inlined, kind: "function" }, [policies])).toEqual([policies.file])
  const slide = usage("domain/competition/boards/slide.test.ts", 1, [], [])
  const unnamed = { ...inlined, kind: "function" as const, name: "private.lock_boards()" }
  expect(filesFor(unnamed, [policies, slide])).toEqual([slide.file])
  expect(filesFor({ ...change, kind: "trigger", functions: ["h()"], tables: ["c"] }, usages)).toEqual([])
})

test("a name that git does not know is said, and none is taken for another", () => {
  expect(knownCommit("HEAD")).toMatch(/^[0-9a-f]{40,64}$/)
  expect(() => knownCommit("no-such-branch")).toThrow('There is no commit or branch "no-such-branch" here.')
})

test("changes are where the lines are, and words and notes are left alone", async () => {
  const file = "scripts/mutate/draw.ts"
  const line = linesOf(file).findIndex((text) => text.includes('code === ""')) + 1
  const { changes, contents } = await instrument([{ file, first: line, last: line }])
  expect(new Set(changes.map(({ location }) => location.start.line))).toEqual(new Set([line]))
  expect(changes.map(({ mutatorName }) => mutatorName)).not.toContain("StringLiteral")
  expect(changes.length).toBeGreaterThan(3)
  expect(contents[file]).toContain("stryMutAct")
})

describe("which tests are tried", () => {
  const change = (id: string, file = "domain/a.ts") => ({ id, file, status: "Pending" }) as Change
  const answer = (tests: Record<string, Record<string, number>>, more: Partial<Answer> = {}): Answer => ({
    tests: Object.fromEntries(Object.entries(tests).map(([id, reached]) => [id, { ms: 1, reached }])),
    ...{ hooks: {}, imports: {}, ...more },
  })
  const filesFor = (all: Change[], first: [string, Answer][]) =>
    reachOf(all[0] as Change, all, new Map(first)).trials.map(({ file, tests }) => [file, tests])

  test("those that reach the change, and the whole file where a hook does", () =>
    expect(
      filesFor(
        [change("1")],
        [
          ["domain/b.test.ts", answer({ t1: { 1: 2 }, t2: { 2: 1 } })],
          ["domain/c.test.ts", answer({ t3: {} }, { hooks: { 1: 1 } })],
          ["domain/d.test.ts", answer({ t4: { 2: 1 } })],
        ],
      ).toSorted(),
    ).toEqual([
      ["domain/b.test.ts", ["t1"]],
      ["domain/c.test.ts", undefined],
    ]))

  test("for a constant, those that reach anything in its file, and the file that evaluates it", () =>
    expect(
      filesFor(
        [change("1"), change("2")],
        [
          ["domain/b.test.ts", answer({ t1: {} }, { imports: { 1: 1 } })],
          ["domain/c.test.ts", answer({ t2: { 2: 1 }, t3: {} })],
          ["domain/d.test.ts", answer({ t4: {} })],
        ],
      ).toSorted(),
    ).toEqual([
      ["domain/b.test.ts", undefined],
      ["domain/c.test.ts", ["t2"]],
    ]))

  test("what reads megabytes last, where it stands beside the change or nothing else reaches it", () => {
    const [light, heavy] = [{ 1: 1 }, { 1: 1_000_000, 2: 1 }]
    const near = answer({ t1: light, t2: heavy })
    const far = answer({ t3: heavy })
    const tried = filesFor(
      [change("1"), change("2")],
      [
        ["domain/a.test.ts", near],
        ["domain/b.test.ts", far],
      ],
    )
    expect(tried).toEqual([
      ["domain/a.test.ts", ["t1"]],
      ["domain/a.test.ts", ["t2"]],
    ])
    expect(filesFor([change("1")], [["domain/b.test.ts", far]])).toEqual([["domain/b.test.ts", ["t3"]]])
    expect(
      filesFor([change("1")], [["domain/b.test.ts", answer({ t: light }, { hooks: heavy })]]),
    ).toHaveLength(1)
  })

  test("at most eight files, the one beside the change among them", () => {
    const first = "bcdefghij".split("").map((name) => [`domain/${name}.test.ts`, answer({ t: { 1: 1 } })])
    const found = filesFor([change("1", "domain/j.ts")], first as [string, Answer][])
    expect(found).toHaveLength(8)
    expect(found.flat()).toContain("domain/j.test.ts")
  })
})

describe("the order of trials", () => {
  const quick = { file: "domain/quick.test.ts", hits: 1, longest: 1, together: 1 }
  const slow = { file: "domain/slow.test.ts", hits: 1, longest: 150, together: 150 }
  const first = (order: TrialOrder, source = "domain/a.ts") => order.sorted(source, [slow, quick])[0]?.file

  test("the quicker one first, while nothing is known", () =>
    expect(first(new TrialOrder())).toBe("domain/quick.test.ts"))

  test("the one that notices the changes of this source first, once that saves time", () => {
    const order = new TrialOrder()
    order.learn("domain/a.ts", quick, false)
    order.learn("domain/a.ts", quick, false)
    expect(first(order)).toBe("domain/quick.test.ts")
    order.learn("domain/a.ts", slow, true)
    expect(first(order)).toBe("domain/slow.test.ts")
    expect(first(order, "domain/b.ts")).toBe("domain/quick.test.ts")
  })

  test("a verdict makes known who noticed", async () => {
    const order = new TrialOrder()
    const run = async ({ file, change }: Order): Promise<Answer> => ({
      ...{ tests: {}, hooks: {}, imports: {} },
      ...(change !== undefined && file === slow.file ? { failed: "t1" } : {}),
    })
    const judge = new Judge({ run, close: async () => {} }, { passing: new Set(), failing: new Set(), order })
    const change = { id: "1", file: "domain/a.ts", status: "Pending" } as Change
    await judge.judge(change, { trials: [quick, slow], constant: false })
    await judge.judge(change, { trials: [quick, slow], constant: false })
    await judge.judge(change, { trials: [quick, slow], constant: false })
    expect(first(order)).toBe("domain/slow.test.ts")
  })
})

describe("a verdict", () => {
  const trial = { file: "domain/a.test.ts", tests: ["t1"], hits: 1, longest: 1, together: 1 }
  const judged = async (fails: (order: Order) => boolean) => {
    const orders: Order[] = []
    const run = async (order: Order): Promise<Answer> => {
      orders.push(order)
      return { tests: {}, hooks: {}, imports: {}, ...(fails(order) ? { failed: "t1" } : {}) }
    }
    const change = { id: "1", status: "Pending" } as Change
    const judge = new Judge(
      { run, close: async () => {} },
      { passing: new Set(), failing: new Set(), order: new TrialOrder() },
    )
    await judge.judge(change, { trials: [trial], constant: false })
    return { status: change.status, again: await judge.verify(), orders }
  }

  test("a change that no test misses survives", async () =>
    expect((await judged(() => false)).status).toBe("Survived"))

  test("a failure counts when the same tests pass without the change", async () =>
    expect((await judged(({ change }) => change !== undefined)).status).toBe("Killed"))

  test("tests that fail alone are run with the rest of their file", async () => {
    const { status, orders } = await judged(({ tests }) => tests !== undefined)
    expect(status).toBe("Survived")
    expect(orders.at(-1)).toMatchObject({ change: "1" })
    expect(orders.at(-1)?.tests).toBeUndefined()
  })

  test("what was noticed is judged again where the tests fail afterwards without any change", async () => {
    let calm = 0
    const { again } = await judged(({ change, reload }) => change !== undefined || (!reload && ++calm > 1))
    expect(again).toMatchObject([{ id: "1" }])
  })

  describe("where a limit of time may have ended the tests", () => {
    /** `takes` says how long a run with such a limit takes, in milliseconds; a run without any change passes. */
    const judgedInTime = async (
      takes: (limitMs: number) => { ms: number; fails: boolean },
      calmMs: number,
    ) => {
      let now = 0
      vi.spyOn(performance, "now").mockImplementation(() => now)
      const limits: number[] = []
      const run = async ({ limitMs }: Order): Promise<Answer> => {
        const { ms, fails } = limitMs === undefined ? { ms: calmMs, fails: false } : takes(limitMs)
        if (limitMs !== undefined) limits.push(limitMs)
        now += ms
        const tests = { t1: { ms, reached: {} } }
        return { tests, hooks: {}, imports: {}, ...(fails ? { failed: "t1" } : {}) }
      }
      const change = { id: "1", status: "Pending" } as Change
      const judge = new Judge(
        { run, close: async () => {} },
        { passing: new Set(), failing: new Set(), order: new TrialOrder() },
      )
      await judge.judge(change, { trials: [trial], constant: false })
      return { status: change.status, limits }
    }

    test("tests that only a busy machine kept from ending run again with a longer one, and survive", async () =>
      expect(
        await judgedInTime((limitMs) => ({ ms: Math.min(limitMs, 9000), fails: limitMs < 9000 }), 9000),
      ).toEqual({ status: "Survived", limits: [8010, 98_000] }))

    test("a change that hangs is noticed at once where the machine is quick", async () =>
      expect(await judgedInTime((limitMs) => ({ ms: limitMs, fails: true }), 10)).toEqual({
        status: "Killed",
        limits: [8010],
      }))

    test("a change that hangs is noticed on a busy machine as well", async () =>
      expect(await judgedInTime((limitMs) => ({ ms: limitMs, fails: true }), 9000)).toEqual({
        status: "Killed",
        limits: [8010, 98_000],
      }))
  })
})
