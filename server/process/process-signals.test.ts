/** Signals to a separate process, whose server only starts and stops. */
import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import { expect, test } from "vitest"

const runProcess = JSON.stringify(join(import.meta.dirname, "process.ts"))

/** A program with a server that takes `stopMs` to stop. `when` runs right after start. */
function program(stopMs: number, when = "", settings = ""): ChildProcess {
  const code = `
    import { runProcess } from ${runProcess}
    const stop = () => new Promise((resolve) => setTimeout(resolve, ${stopMs}))
    setInterval(() => {}, 1000)
    runProcess(async () => { ${when}; return { url: "", port: 0, lines: ["up"], stop } }${settings})`
  return spawn(process.execPath, ["--input-type=module", "--eval", code], {
    stdio: ["ignore", "pipe", "inherit"],
  })
}

/** Calls `onUp` at the first output, and `onStopping` once the program reports a signal. */
async function finished(
  child: ChildProcess,
  onUp: () => void,
  onStopping = () => {},
): Promise<{ code: number | null; out: string }> {
  const { promise, resolve } = Promise.withResolvers<number | null>()
  let out = ""
  const isStopping = () => out.includes("SIGTERM: finishing")
  child.stdout?.on("data", (chunk) => {
    if (out === "") onUp()
    const wasStopping = isStopping()
    out += chunk
    if (isStopping() && !wasStopping) onStopping()
  })
  child.once("close", resolve)
  return { code: await promise, out }
}

test("a signal right after the first line of output stops the process gracefully", async () => {
  const children = Array.from({ length: 6 }, () => program(0))
  const codes = await Promise.all(children.map((child) => finished(child, () => child.kill("SIGTERM"))))
  expect(codes.map(({ code }) => code)).toEqual(Array(6).fill(0))
})

test("a signal that arrives twice within a second counts once", async () => {
  const child = program(500)
  const { code, out } = await finished(child, () => {
    child.kill("SIGTERM")
    setTimeout(() => child.kill("SIGTERM"), 100)
  })
  expect(code).toBe(0)
  expect(out).not.toContain("SIGTERM again")
})

test("a second, later signal stops the process immediately", async () => {
  const child = program(60_000)
  // Within a second it would count as the same signal.
  const { code, out } = await finished(
    child,
    () => child.kill("SIGTERM"),
    () => setTimeout(() => child.kill("SIGINT"), 1_200),
  )
  expect(code).toBe(1)
  expect(out).toContain("SIGINT again: stopping at once")
})

test("listeners of development tools do not end the process early, even during startup", async () => {
  const tool = `process.on("SIGTERM", () => process.exit(99)); process.once("SIGTERM", () => process.exit(98))`
  const child = program(100, tool)
  expect(await finished(child, () => child.kill("SIGTERM"))).toMatchObject({ code: 0 })
  const slow = `${tool}; await null; process.stdout.write("starting"); await new Promise((go) => setTimeout(go, 300))`
  const starting = program(100, slow)
  expect(await finished(starting, () => starting.kill("SIGTERM"))).toMatchObject({ code: 0 })
})

test("a stop that hangs is ended by its deadline, even during startup", async () => {
  const settings = ", { stopWithinMs: 400 }"
  const stuck = program(60_000, "", settings)
  expect(await finished(stuck, () => stuck.kill("SIGTERM"))).toMatchObject({ code: 1 })
  const starting = program(0, `process.stdout.write("starting"); await new Promise(() => {})`, settings)
  expect(await finished(starting, () => starting.kill("SIGTERM"))).toMatchObject({ code: 1 })
})
