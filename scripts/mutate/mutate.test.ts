import { expect, test } from "vitest"
import { knownCommit, placesInDiff } from "./changed.ts"
import { drawLines, mayChange } from "./draw.ts"
import { foldersOf } from "./folders.ts"
import { reportInWords, tallyOf } from "./report.ts"
import { filesFor } from "./sql.ts"

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
  expect(() => foldersOf(["docs"])).toThrow("Nothing to mutate in docs.")
})

test("the report counts what was noticed, lists what was not, and leaves out what changes nothing", () => {
  const mutant = (status: string, more = {}) => ({
    id: "1",
    mutatorName: "EqualityOperator",
    replacement: "a >= b",
    location: { start: { line: 2, column: 5 }, end: { line: 2, column: 10 } },
    status,
    ...more,
  })
  const mutants = [
    mutant("Killed"),
    mutant("Timeout"),
    mutant("Survived"),
    mutant("NoCoverage"),
    mutant("Ignored", { statusReason: "both sides are equal here" }),
    mutant("Ignored", { statusReason: "Ignored because of excluded mutation" }),
  ]
  const report = { files: { "domain/a.ts": { source: "x\nif (a > b)\n", mutants } } }
  const tallies = tallyOf("domain", report as unknown as Parameters<typeof tallyOf>[1])
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
