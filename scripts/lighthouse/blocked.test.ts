import { expect, test } from "vitest"
import { blockedByProcessor, type TraceEvent } from "./blocked.ts"

const named = (pid: number, name: string): TraceEvent => ({
  name: "thread_name",
  ph: "M",
  pid,
  tid: pid,
  args: { name },
})
const task = (pid: number, ms: number, name = "RunTask"): TraceEvent => ({
  name,
  ph: "X",
  pid,
  tid: pid,
  tdur: ms * 1000,
})

test("What tasks of the page's main thread take beyond 50 ms on a phone of a quarter of the speed is added up", () => {
  const threads = [named(1, "CrRendererMain"), named(2, "CrRendererMain"), named(3, "CrBrowserMain")]
  const page = [task(1, 30), task(1, 12.5), task(1, 20, "ThreadControllerImpl::RunTask")]
  // Neither an empty tab nor the browser itself, nor what is inside a task.
  const others = [task(2, 15), task(3, 500), task(1, 100, "FunctionCall"), { ...task(1, 100), ph: "B" }]
  expect(blockedByProcessor([...threads, ...others, ...page])).toBe(70 + 30)
  expect(blockedByProcessor([])).toBe(0)
})
