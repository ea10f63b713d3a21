import { afterEach, beforeEach, expect, vi } from "vitest"

let spy: ReturnType<typeof vi.spyOn>

/**
 * A test that prints an error fails. A test that expects an error mocks console.error itself and clears the
 * mock.
 */
beforeEach(() => {
  const original = console.error
  spy = vi.spyOn(console, "error").mockImplementation((...what: unknown[]) => original(...what))
})

afterEach(() => {
  const calls = spy.mock.calls
  spy.mockRestore()
  // The next file may share this process, and a failed test may leave fake timers behind.
  vi.useRealTimers()
  expect(calls, "console.error was called").toEqual([])
})
