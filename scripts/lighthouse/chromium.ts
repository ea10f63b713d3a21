import { spawn } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../../test/e2e/support/program.ts"
import { browserFlags, ensureBrowser } from "../browser.ts"

/** A browser that only Lighthouse uses. */
interface Chromium {
  /** Port of its DevTools protocol. */
  port: number
  version: string
  close(): Promise<void>
}

/** Starts one with an empty profile in `folder`. Throws when it does not respond within half a minute. */
export async function startChromium(folder: string): Promise<Chromium> {
  const port = await freePort()
  const program = ensureBrowser((line) => void process.stderr.write(`${line}\n`))
  const flags = [...browserFlags(), "--headless=new", `--remote-debugging-port=${port}`]
  const child = spawn(program, [...flags, `--user-data-dir=${folder}`, "about:blank"], { stdio: "ignore" })
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
  const lastResort = () => child.kill("SIGKILL")
  process.once("exit", lastResort)
  const close = async () => {
    process.off("exit", lastResort)
    child.kill()
    await ended
  }
  for (const deadline = performance.now() + 30_000; performance.now() < deadline; await sleep(100)) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => undefined)
    if (!answer) continue
    const { Browser: version = "" } = (await answer.json()) as { Browser?: string }
    return { port, version: version.replace(/^.*\//, ""), close }
  }
  await close()
  throw new Error(`${program} did not open its DevTools protocol`)
}
