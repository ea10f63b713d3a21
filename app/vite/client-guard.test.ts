import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { build, createBuilder } from "vite"
import { expect, onTestFinished, test } from "vitest"
import { clientGuard } from "./client-guard.ts"

async function site(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "client-guard-"))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(root, path, ".."), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return root
}

const options = (root: string) => ({
  root,
  configFile: false as const,
  logLevel: "silent" as const,
  plugins: [clientGuard()],
  build: { write: false, rolldownOptions: { input: join(root, "app/entry.ts") } },
})

test.each(["domain/secret.ts", "adapters/db/x.ts", "platform/x.ts", "server/x.ts"])(
  "a browser build that reaches %s fails and names it",
  async (path) => {
    const root = await site({ "app/entry.ts": `import "../${path}"`, [path]: "console.warn(1)" })
    await expect(build(options(root))).rejects.toThrow(`${path} must not reach the browser`)
  },
)

test("types from those folders, content and the app itself are allowed", async () => {
  const root = await site({
    "app/entry.ts": `import type { A } from "../domain/a.ts"\nimport { b } from "../content/server.ts"\nexport const a: A = b`,
    "domain/a.ts": "export type A = number\nthrow new Error()",
    "content/server.ts": "export const b = 1",
  })
  await expect(build(options(root))).resolves.toBeDefined()
})

test("the server's own build may load everything", async () => {
  const root = await site({ "app/entry.ts": `import "../domain/a.ts"`, "domain/a.ts": "console.warn(1)" })
  const builder = await createBuilder({ ...options(root), environments: { ssr: { build: { ssr: true } } } })
  const ssr = builder.environments.ssr
  if (!ssr) throw new Error("no server environment")
  await expect(builder.build(ssr)).resolves.toBeDefined()
})
