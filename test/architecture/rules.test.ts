/** Small made-up violations: a rule that cannot fail proves nothing. */
import { describe, expect, test } from "vitest"
import { circleViolations, folderCircleViolations } from "./circles.ts"
import { exportViolations, routeModulesOf } from "./export-rules.ts"
import { contentViolations, nameViolations } from "./file-rules.ts"
import {
  developmentImportViolations,
  importViolations,
  nodeReachViolations,
  prunedImportViolations,
  vendorViolations,
} from "./import-rules.ts"
import { dependencyViolations, environmentViolations, scriptViolations } from "./list-rules.ts"
import { scan } from "./scan.ts"
import { wordViolations } from "./word-rules.ts"

const imports = (path: string, text: string) => importViolations(scan({ path, text }))
const contents = (path: string, text: string) => contentViolations(scan({ path, text }))

describe("every form of import is found", () => {
  test.each([
    ["static", `import { x } from "#adapters/db/postgres.ts"`],
    ["for its effect", `import "#adapters/db/postgres.ts"`],
    ["dynamic", `const x = await import("#adapters/db/postgres.ts")`],
    ["re-export", `export { x } from "#adapters/db/postgres.ts"`],
    ["re-export of all", `export * from "#adapters/db/postgres.ts"`],
    ["type", `import type { X } from "#adapters/db/postgres.ts"`],
    ["type re-export", `export type { X } from "#adapters/db/postgres.ts"`],
    ["import type", `type X = import("#adapters/db/postgres.ts").X`],
    ["require", `const x = require("#adapters/db/postgres.ts")`],
    ["over several lines", `import {\n  x,\n  y,\n} from "#adapters/db/postgres.ts"`],
    ["in JSX", `const x = <A b={import("#adapters/db/postgres.ts")} />`],
  ])("%s", (_name, text) => {
    expect(imports("domain/shop/order.tsx", text)).toHaveLength(1)
  })

  test("text and comments are not imports", () => {
    const text = `// import "#adapters/a.ts"\nconst x = 'import "#adapters/a.ts"'\n/* import("#adapters/a.ts") */`
    expect(imports("domain/shop/order.ts", text)).toEqual([])
  })

  test("the line is reported", () => {
    const [problem] = imports("domain/a/b.ts", `const a = 1\n\nimport "hono"`)
    expect(problem).toContain("domain/a/b.ts:3 imports hono")
  })
})

describe("the table", () => {
  const refused: [from: string, specifier: string][] = [
    ["primitives/secrets.ts", "#domain/world.ts"],
    ["primitives/secrets.ts", "#content/site.ts"],
    ["primitives/secrets.ts", "#server/env.ts"],
    ["primitives/secrets.ts", "hono"],
    ["primitives/secrets.ts", "postgres"],
    ["ports/mail.ts", "#domain/world.ts"],
    ["ports/mail.ts", "#content/services.ts"],
    ["ports/mail.ts", "zod"],
    ["content/athletes.ts", "#domain/world.ts"],
    ["content/athletes.ts", "#ports/services.ts"],
    ["content/athletes.ts", "react"],
    ["domain/competition/scoring/score.ts", "react"],
    ["domain/competition/scoring/score.ts", "postgres"],
    ["domain/competition/scoring/score.ts", "node:fs"],
    ["domain/competition/calendar/period.ts", "temporal-polyfill"],
    ["domain/leads/stamp.ts", "jose"],
    ["domain/competition/scoring/score.ts", "#server/env.ts"],
    ["domain/competition/scoring/score.ts", "#platform/gateway.ts"],
    ["domain/competition/scoring/score.ts", "#app/context.ts"],
    ["domain/competition/scoring/score.ts", "#domain/shop/order.ts"],
    ["domain/members/member.ts", "#domain/competition/scoring/score.ts"],
    ["adapters/mail/smtp.ts", "#adapters/db/postgres.ts"],
    ["adapters/mail/smtp.ts", "../db/postgres.ts"],
    ["adapters/mail/smtp.ts", "#domain/leads/submit.ts"],
    ["adapters/mail/smtp.ts", "#content/site.ts"],
    ["platform/gateway.ts", "#domain/world.ts"],
    ["platform/gateway.ts", "#content/site.ts"],
    ["platform/auth/signup.ts", "#server/env.ts"],
    ["server/http/api.ts", "#app/root.tsx"],
    ["server/jobs/jobs.ts", "#adapters/db/postgres.ts"],
    ["app/pages/shop/page.tsx", "#adapters/db/postgres.ts"],
    ["app/pages/shop/page.tsx", "#server/env.ts"],
    ["app/pages/shop/page.tsx", "#platform/gateway.ts"],
    ["app/ui/button.tsx", "#content/site.ts"],
    ["app/ui/button.tsx", "#primitives/html.ts"],
    ["app/ui/button.tsx", "#domain/world.ts"],
    ["app/ui/button.tsx", "../pages/home/page.tsx"],
    ["app/ui/button.tsx", "@supabase/supabase-js"],
  ]
  test.each(refused)("%s may not import %s", (from, specifier) => {
    expect(imports(from, `import { x } from "${specifier}"`)).not.toEqual([])
  })

  const allowed: [from: string, statement: string][] = [
    ["primitives/secrets.ts", `import { x } from "node:crypto"`],
    ["primitives/secrets.ts", `import { x } from "jose"`],
    ["primitives/zones.ts", `import { x } from "temporal-polyfill"`],
    ["primitives/zones.ts", `import { x } from "./outcome.ts"`],
    ["content/feed.ts", `import { x } from "#primitives/html.ts"`],
    ["domain/mail-layout.ts", `import { x } from "#primitives/html.ts"`],
    ["adapters/sources/strava/client.ts", `import { x } from "#primitives/secrets.ts"`],
    ["platform/auth/http/client.ts", `import { x } from "#primitives/network.ts"`],
    ["server/http/request-log.ts", `import { x } from "#primitives/network.ts"`],
    ["app/pages/shop/page.tsx", `import { x } from "#primitives/html.ts"`],
    ["content/athletes.ts", `import { z } from "zod"`],
    ["content/athletes.ts", `import { x } from "./schema.ts"`],
    ["domain/competition/scoring/score.ts", `import { x } from "./period.ts"`],
    ["domain/competition/scoring/score.ts", `import { x } from "#content/competitions.ts"`],
    ["domain/competition/seasons/close.ts", `import { x } from "#domain/members/member.ts"`],
    ["ports/mail.ts", `import type { Db } from "./db.ts"`],
    ["ports/sources.ts", `import type { Seal } from "#primitives/secrets.ts"`],
    ["domain/shop/order.ts", `import type { World } from "#domain/world.ts"`],
    ["adapters/mail/smtp.ts", `import type { Mail } from "#ports/mail.ts"`],
    ["adapters/db/embedded.ts", `import { x } from "./embedded/lock.ts"`],
    ["platform/gateway.ts", `import type { Db } from "#ports/db.ts"`],
    ["platform/gateway.ts", `import { Hono } from "hono"`],
    ["server/world/world.ts", `import { x } from "#adapters/db/postgres.ts"`],
    ["server/commands/backup.ts", `import { x } from "#adapters/db/postgres.ts"`],
    ["app/pages/shop/page.tsx", `import { x } from "#domain/shop/catalog.ts"`],
    ["app/pages/shop/page.tsx", `import type { Route } from "./+types/page"`],
    ["app/pages/shop/page.tsx", `import { x } from "../../ui/button.tsx"`],
    ["app/root.tsx", `import styles from "./theme.css?url"`],
    ["app/ui/button.tsx", `import { Link } from "react-router"`],
    ["server/jobs/jobs.test.ts", `import { x } from "#adapters/db/postgres.ts"`],
  ]
  test.each(allowed)("%s: %s", (from, statement) => {
    expect(imports(from, statement)).toEqual([])
  })

  test("a page does not reach Node's modules through content, even indirectly", () => {
    const onDisk = scan({ path: "content/on-disk.ts", text: `import "node:fs"` })
    const between = scan({ path: "content/between.ts", text: `export * from "./on-disk.ts"` })
    const from = (path: string, text: string) => nodeReachViolations([onDisk, between, scan({ path, text })])
    expect(from("app/pages/page.tsx", `import "#content/on-disk.ts"`)).toHaveLength(1)
    expect(from("app/pages/page.tsx", `import "#content/between.ts"`)).toHaveLength(1)
    expect(from("app/pages/page.tsx", `import type { X } from "#content/on-disk.ts"`)).toEqual([])
    expect(from("app/pages/page.tsx", `import "node:fs"`)).toHaveLength(1)
    expect(from("app/vite/art.ts", `import "#content/between.ts"`)).toEqual([])
    expect(from("server/feed.ts", `import "#content/between.ts"`)).toEqual([])
  })

  test("a page does not reach a primitive that needs Node, jose or Temporal, even indirectly", () => {
    const primitives = [
      scan({ path: "primitives/network.ts", text: `import "node:net"` }),
      scan({ path: "primitives/secrets.ts", text: `import "jose"` }),
      scan({ path: "primitives/zones.ts", text: `import "temporal-polyfill"` }),
      scan({ path: "primitives/html.ts", text: "export const x = 1" }),
      scan({ path: "content/between.ts", text: `import "#primitives/zones.ts"` }),
    ]
    const from = (text: string) =>
      nodeReachViolations([...primitives, scan({ path: "app/pages/page.tsx", text })])
    expect(from(`import "#primitives/network.ts"`).join()).toContain(
      "primitives/network.ts:1 imports node:net",
    )
    expect(from(`import "#primitives/secrets.ts"`)).toHaveLength(1)
    expect(from(`import "#primitives/zones.ts"`)).toHaveLength(1)
    expect(from(`import "#content/between.ts"`)).toHaveLength(1)
    expect(from(`import "jose"`)).toHaveLength(1)
    expect(from(`import "#primitives/html.ts"`)).toEqual([])
    expect(from(`import type { X } from "#primitives/zones.ts"`)).toEqual([])
  })

  test("imports include the file extension", () => {
    expect(imports("server/http/api.ts", `import { x } from "./env"`)).toHaveLength(1)
    expect(imports("server/http/api.ts", `import { x } from "#domain/world"`)).toHaveLength(1)
  })

  test("another room is named by its #, not by a relative path", () => {
    expect(imports("server/http/api.ts", `import { x } from "../../domain/world.ts"`)).toHaveLength(1)
    expect(imports("server/a.test.ts", `import { x } from "../domain/world.ts"`)).toHaveLength(1)
  })

  test("one vendor per adapter file", () => {
    const two = scan({ path: "adapters/mail/smtp.ts", text: `import "nodemailer"\nimport "stripe"` })
    const one = scan({
      path: "adapters/mail/smtp.ts",
      text: `import "nodemailer"\nimport "zod"\nimport "node:fs"`,
    })
    expect(vendorViolations(two)).toHaveLength(1)
    expect(vendorViolations(one)).toEqual([])
  })
})

describe("circles", () => {
  const circles = (files: Record<string, string>) =>
    circleViolations(Object.entries(files).map(([path, text]) => scan({ path, text })))

  test("two files, with the lines that close the circle", () => {
    const files = {
      "domain/a.ts": `\nimport { b } from "./b.ts"`,
      "domain/b.ts": `import { a } from "#domain/a.ts"`,
    }
    expect(circles(files)).toEqual([
      "domain/a.ts is part of a circle of imports: domain/a.ts line 2 -> domain/b.ts line 1 -> domain/a.ts",
    ])
  })

  test("two folders, through files that are in no circle; tests and loose files do not count", () => {
    const files = {
      "domain/a/one.ts": `import "../b/one.ts"`,
      "domain/b/two.ts": `\nimport "../a/two.ts"`,
      "domain/c/one.ts": `import "../loose.ts"`,
      "domain/loose.ts": `import "./c/two.ts"`,
      "domain/c/two.ts": "",
      "domain/b/one.test.ts": `import "../c/one.ts"`,
      "domain/c/three.ts": `import "../b/three.ts"`,
    }
    const scans = Object.entries(files).map(([path, text]) => scan({ path, text }))
    expect(circleViolations(scans)).toEqual([])
    expect(folderCircleViolations(scans, "domain/")).toEqual([
      "domain/a is part of a circle of imports: domain/a domain/a/one.ts line 1 -> domain/b domain/b/two.ts line 2 -> domain/a",
    ])
  })

  test("a file that imports itself", () => {
    expect(circles({ "domain/a.ts": `import { a } from "./a.ts"` })).toHaveLength(1)
  })

  test("types close a circle too, and so do dynamic imports and re-exports", () => {
    const back = [`import type { B } from "./b.ts"`, `import("./b.ts")`, `export * from "./b.ts"`]
    for (const text of back) {
      expect(circles({ "domain/a.ts": text, "domain/b.ts": `import type { A } from "./a.ts"` })).toHaveLength(
        1,
      )
    }
  })

  test("a circle of any length, entered from outside; the shortest path around it is reported", () => {
    const files = {
      "app/start.ts": `import "./b.ts"`,
      "app/b.ts": `import "./c.ts"\nimport "./d.ts"`,
      "app/c.ts": `import "./d.ts"`,
      "app/d.ts": `import "./e.ts"\nimport "./b.ts"`,
      "app/e.ts": `import "./b.ts"`,
    }
    expect(circles(files)).toEqual([
      "app/b.ts is part of a circle of imports: app/b.ts line 2 -> app/d.ts line 2 -> app/b.ts",
    ])
  })

  test("two circles are two sentences, even if one leads to the other", () => {
    const files = {
      "domain/a.ts": `import "./b.ts"`,
      "domain/b.ts": `import "./a.ts"\nimport "./c.ts"`,
      "domain/c.ts": `import "./d.ts"`,
      "domain/d.ts": `import "./c.ts"`,
    }
    expect(circles(files)).toHaveLength(2)
  })

  test("two paths to the same file are not a circle, nor are packages and generated files", () => {
    const files = {
      "app/a.ts": `import "./b.ts"\nimport "./c.ts"\nimport "react"\nimport type { Route } from "./+types/a"`,
      "app/b.ts": `import "./c.ts"`,
      "app/c.ts": "export const c = 1",
    }
    expect(circles(files)).toEqual([])
  })
})

describe("exports that nobody imports", () => {
  const told = (files: Record<string, string>, routeModules: string[] = []) =>
    exportViolations(
      Object.entries(files).map(([path, text]) => scan({ path, text })),
      new Set(routeModules),
    )

  test.each([
    "export const a = 1",
    "export function a() {}",
    "export async function* a() {}",
    "export class a {}",
    "export interface a {}",
    "export type a = string",
    "export enum a {}",
    "const a = 1\nexport { a }",
    "const b = 1\nexport { b as a }",
    "export const { a } = { a: 1 }",
    "export const [a = 2] = [1]",
    `export { a } from "#domain/b.ts"`,
  ])("%s", (text) => {
    const files = { "domain/a.ts": text, "domain/b.ts": "export const a = 1" }
    const [problem] = told(files)
    expect(problem).toMatch(/^domain\/a\.ts:\d exports a, which no other file of the product imports$/)
    const user = { "domain/user.ts": `import { a } from "./a.ts"\nimport { a as b } from "#domain/b.ts"` }
    expect(told({ ...files, ...user })).toEqual([])
  })

  test("every form of import uses the names that it lists, or all", () => {
    const forms = [
      `import { a } from "./a.ts"`,
      `import { a as b } from "./a.ts"`,
      `import type { a } from "./a.ts"`,
      `import { type a } from "#domain/a.ts"`,
      `import * as all from "./a.ts"`,
      `export * from "./a.ts"`,
      `const { a } = await import("./a.ts")`,
      `type A = import("./a.ts").a`,
      `const { a } = require("./a.ts")`,
    ]
    for (const text of forms)
      expect(told({ "domain/a.ts": "export const a = 1", "domain/b.ts": text })).toEqual([])
    const others = [`import "./a.ts"`, `import { b } from "./a.ts"`, `import a from "./a.ts"`]
    for (const text of others)
      expect(told({ "domain/a.ts": "export const a = 1", "domain/b.ts": text })).toHaveLength(1)
  })

  test("imports by tests and their support do not count: the product must use the export as well", () => {
    for (const path of ["domain/a.test.ts", "test/support/a.ts", "test/e2e/a.test.ts"]) {
      const files = { "domain/a.ts": "export const a = 1", [path]: `import { a } from "#domain/a.ts"` }
      expect(told(files)).toHaveLength(1)
    }
  })

  test("each export must be imported, and an import within the same file does not count", () => {
    const text = `import { a, b } from "./a.ts"\nexport const a = 1\nexport const b = 2`
    expect(told({ "domain/a.ts": text })).toHaveLength(2)
    expect(told({ "domain/a.ts": text, "domain/b.ts": `import { b } from "./a.ts"` })).toHaveLength(1)
  })

  test("a default export is imported by default", () => {
    const file = { "app/a.ts": "export default 1" }
    expect(told({ ...file, "app/b.ts": `import a from "./a.ts"` })).toEqual([])
    expect(told({ ...file, "app/b.ts": `import { default as a } from "./a.ts"` })).toEqual([])
    expect(told({ ...file, "app/b.ts": `import { a } from "./a.ts"` })).toHaveLength(1)
  })

  test("the router requires some exports of a route module, and none of other files", () => {
    const text = "export default 1\nexport function loader() {}\nexport const rows = 3"
    expect(told({ "app/pages/a.tsx": text }, ["app/pages/a.tsx"])).toEqual([
      "app/pages/a.tsx:3 exports rows, which no other file of the product imports",
    ])
    expect(told({ "app/pages/a.tsx": text })).toHaveLength(3)
  })

  test("route modules are those that app/routes.ts names, and the root", () => {
    const modules = routeModulesOf(
      `index("pages/home/page.tsx"), route("rss.xml", "pages/rss.ts"), route("a/:pages")`,
    )
    expect([...modules]).toEqual(["app/root.tsx", "app/pages/home/page.tsx", "app/pages/rss.ts"])
  })

  test.each([
    "vite.config.ts",
    "app/routes.ts",
    "app/entry.server.tsx",
    "bench/data.ts",
    "app/env.d.ts",
    "test/a.ts",
    "server/a.test.ts",
  ])("%s may export for tools", (path) => {
    expect(told({ [path]: "export default 1\nexport const a = 1" })).toEqual([])
  })
})

describe("what files touch", () => {
  test.each([
    "process.env.PORT",
    "globalThis.process.env",
    "process?.env",
    "const { env } = process",
    "const { argv, ...rest } = process",
    `import { env } from "node:process"`,
  ])("the environment: %s", (text) => {
    expect(contents("server/http/api.ts", text)).toHaveLength(1)
    expect(contents("server/process/process-env.ts", text)).toEqual([])
    expect(contents("scripts/test.ts", text)).toEqual([])
  })

  test.each(["Date.now()", "new Date()", "Date()", "new Date", "Temporal.Now.instant()"])(
    "the clock: %s",
    (text) => {
      expect(contents("domain/competition/seasons/close.ts", text)).toHaveLength(1)
      expect(contents("server/jobs/jobs.ts", text)).toEqual([])
    },
  )

  test("other properties of process are not the environment", () => {
    expect(contents("server/http/api.ts", "const { emitWarning } = process; process.exit(0)")).toEqual([])
  })

  test("a date made from a value does not read the clock", () => {
    expect(contents("domain/competition/seasons/close.ts", "new Date(0); new Date(world.now())")).toEqual([])
  })

  test("only the router's files have default exports", () => {
    expect(contents("server/http/api.ts", "export default 1")).toHaveLength(1)
    expect(contents("app/pages/page.tsx", "export default 1")).toEqual([])
  })

  test("barrels", () => {
    expect(contents("domain/shop.ts", `export * from "./a.ts"\nexport { b } from "./b.ts"`)).toHaveLength(1)
    expect(contents("domain/shop.ts", `export * from "./a.ts"\nexport const b = 1`)).toEqual([])
  })
})

describe("names", () => {
  test.each([
    "server/utils/date.ts",
    "server/utils.ts",
    "app/lib/x.ts",
    "domain/shared/x.ts",
    "app/ui/index.ts",
    "app/pages/index.tsx",
    "server/rateLimit.ts",
    "app/ui/Button.tsx",
    "app/Ui/button.tsx",
    "supabase/migrations/1_members.sql",
    "supabase/migrations/20261120000100-members.sql",
    "docs/decisions/Why_so.md",
  ])("%s is refused", (path) => {
    expect(nameViolations(path)).toHaveLength(1)
  })

  test.each([
    "server/rate-limit.test.ts",
    "app/entry.server.tsx",
    "adapters/live/live.conformance.test.ts",
    "supabase/migrations/20261120000100_members.sql",
    "docs/decisions/2026-11-20-dependencies.md",
    "README.md",
    "app/ui/README.md",
    ".env.example",
    "test/fixtures/Edge810_Ride.fit",
    "Dockerfile",
  ])("%s is fine", (path) => {
    expect(nameViolations(path)).toEqual([])
  })
})

test("code that runs or builds the site imports no development package", () => {
  const text = `import { SMTPServer } from "smtp-server"`
  const violations = (path: string, source: string) =>
    developmentImportViolations(scan({ path, text: source }), { "smtp-server": "1.0.0" })
  expect(violations("server/world/mail.ts", text)).toHaveLength(1)
  expect(violations("vite.config.ts", text)).toHaveLength(1)
  expect(violations("server/world/mail.ts", text.replace("import", "import type"))).toEqual([])
  expect(violations("server/world/mail.ts", `import "nodemailer"`)).toEqual([])
  for (const path of [
    "server/world/mail.test.ts",
    "bench/mail.ts",
    "scripts/fuzz.ts",
    "playwright.config.ts",
  ])
    expect(violations(path, text)).toEqual([])
})

test("code that an image runs imports no package that only builds the pages", () => {
  const violations = (path: string, source: string) =>
    prunedImportViolations(scan({ path, text: source }), ["react", "vite"])
  expect(violations("server/world/mail.ts", `import { useState } from "react"`)).toHaveLength(1)
  expect(violations("domain/x.ts", `const { build } = await import("vite")`)).toHaveLength(1)
  expect(violations("server/world/mail.ts", `import type { FC } from "react"`)).toEqual([])
  expect(violations("server/http/pages/development.ts", `await import("vite")`)).toEqual([])
  for (const path of ["app/root.tsx", "server/world/mail.test.ts", "bench/mail.ts"])
    expect(violations(path, `import "react"`)).toEqual([])
})

describe("lists", () => {
  const packageJson = { dependencies: { hono: "4.0.0" }, devDependencies: { vite: "8.0.0" } }
  const lines =
    "- `hono` 4.0.0: small, standard requests and answers\n- `vite` 8.0.0: what the router builds with\n"

  test("dependencies and their reasons", () => {
    expect(dependencyViolations(packageJson, lines)).toEqual([])
    expect(dependencyViolations(packageJson, lines.replace("4.0.0", "4.0.1"))).toHaveLength(1)
    expect(dependencyViolations(packageJson, "")).toHaveLength(2)
    expect(
      dependencyViolations(packageJson, `${lines}- \`gone\` 1.0.0: it was here once upon a time`),
    ).toHaveLength(1)
    const loose = { ...packageJson, dependencies: { hono: "^4.0.0" } }
    expect(dependencyViolations(loose, lines).join()).toContain("not one exact version")
  })

  test("variables", () => {
    expect(environmentViolations(["PORT"], "# PORT=3000\n")).toEqual([])
    expect(environmentViolations(["PORT", "HOST"], "# PORT=3000\n")).toEqual([
      "HOST is missing in .env.example",
    ])
    expect(environmentViolations(["PORT"], "# PORT=1\nHOST=a\n")).toEqual([
      "HOST in .env.example is not read",
    ])
  })

  test("scripts", () => {
    expect(scriptViolations({ start: "node scripts/bootstrap.mjs start" }, ["start"])).toEqual([])
    expect(scriptViolations({ start: "node server/main.ts" }, ["start"])).toHaveLength(1)
    expect(scriptViolations({}, ["start"])).toHaveLength(1)
  })
})

describe("phrases that readers stumble over", () => {
  const page = "app/pages/x.tsx"
  test("are found where people read them, with what to say instead", () => {
    expect(wordViolations(page, "const a = <p>\n  We\n  utilize\n  it.\n</p>")).toHaveLength(1)
    expect(wordViolations("server/http/functions/x.ts", '"Sent already to one"')).toHaveLength(1)
    expect(wordViolations(page, 'const a = 1\nconst b = "Send an e-mail"')).toEqual([
      `${page}:2 "e-mail": email`,
    ])
    expect(wordViolations("domain/shop/mails/receipt.ts", '"Click here"')).toHaveLength(1)
    expect(wordViolations("content/blog/a.md", "We utilize it")).toHaveLength(1)
  })
  test("are allowed in comments, tests and code that no visitor reads", () => {
    expect(wordViolations(page, "// an e-mail")).toEqual([])
    expect(wordViolations("app/pages/x.test.tsx", '"e-mail"')).toEqual([])
    expect(wordViolations("server/main.ts", '"e-mail"')).toEqual([])
    expect(wordViolations(page, "sql`select mail from mails`")).toEqual([])
    expect(wordViolations(page, '<a className="no mail" href="/mail-link?a=b c">b</a>')).toEqual([])
  })
  test("are kept where the specification contains them", () => {
    const rule = '"Prizes may change; winners are told by e-mail or direct message."'
    expect(wordViolations(page, rule)).toEqual([])
  })
})
