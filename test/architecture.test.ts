/**
 * Runs the rules of docs/architecture.md on every file. The rules themselves are tested in architecture/rules.test.ts.
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { variableGroups } from "#server/process/env.ts"
import { buildPackages } from "../scripts/bootstrap/build-packages.mjs"
import { commands } from "../scripts/bootstrap/commands.mjs"
import { circleViolations, folderCircleViolations } from "./architecture/circles.ts"
import { exportViolations, routeModulesOf } from "./architecture/export-rules.ts"
import { contentViolations, nameViolations } from "./architecture/file-rules.ts"
import {
  developmentImportViolations,
  importViolations,
  nodeReachViolations,
  prunedImportViolations,
  vendorViolations,
} from "./architecture/import-rules.ts"
import { dependencyViolations, environmentViolations, scriptViolations } from "./architecture/list-rules.ts"
import { scan } from "./architecture/scan.ts"
import { listPaths, read, readSources, root } from "./architecture/tree.ts"
import { wordViolations } from "./architecture/word-rules.ts"

const paths = listPaths()
const scans = readSources(paths).map(scan)

test("the tree is read", () => {
  expect(scans.length).toBeGreaterThan(50)
  expect(scans.flatMap((one) => one.imports).length).toBeGreaterThan(100)
})

test("rooms import only what their row of the table allows", () => {
  expect(scans.flatMap(importViolations)).toEqual([])
})

test("code that browsers load does not need Node", () => {
  expect(nodeReachViolations(scans)).toEqual([])
})

test("code that npm start runs needs no development package", () => {
  const { devDependencies } = JSON.parse(read("package.json"))
  expect(scans.flatMap((one) => developmentImportViolations(one, devDependencies))).toEqual([])
})

test("code that an image runs needs no package that its build removes", () => {
  const { dependencies } = JSON.parse(read("package.json"))
  expect(buildPackages.filter((name) => !(name in dependencies))).toEqual([])
  expect(scans.flatMap((one) => prunedImportViolations(one, buildPackages))).toEqual([])
})

test("no files import each other in a circle", () => {
  expect(circleViolations(scans)).toEqual([])
})

test("no folders of the competition import each other in a circle", () => {
  expect(folderCircleViolations(scans, "domain/competition/")).toEqual([])
})

const routeModules = new Set([
  ...routeModulesOf(read("app/routes.ts")),
  ...routeModulesOf(read("app/operator/routes.ts"), "app/operator"),
])

test("every export is imported by another file", () => {
  expect(exportViolations(scans, routeModules)).toEqual([])
})

test("text that people read contains no listed phrase", () => {
  const texts = paths.filter((path) => /\.(tsx?|md)$/.test(path))
  expect(texts.flatMap((path) => wordViolations(path, read(path)))).toEqual([])
})

test("an adapter file uses one vendor's package", () => {
  expect(scans.flatMap(vendorViolations)).toEqual([])
})

test("imports of our own files lead to a file", () => {
  const missing = scans.flatMap(({ path, imports }) =>
    imports
      .filter(
        ({ specifier }) =>
          /^#/.test(specifier) && !existsSync(join(root, specifier.slice(1).replace(/\?.*/, ""))),
      )
      .map(({ specifier, line }) => `${path}:${line} imports ${specifier}`),
  )
  expect(missing).toEqual([])
})

test("files and folders are named as agreed", () => {
  expect(paths.flatMap(nameViolations)).toEqual([])
})

test("the environment, the clock and default exports stay in their places", () => {
  expect(scans.flatMap(contentViolations)).toEqual([])
})

test("each dependency has an exact version and a documented reason", () => {
  const decisions = read("docs/decisions/2026-11-20-dependencies.md")
  expect(dependencyViolations(JSON.parse(read("package.json")), decisions)).toEqual([])
})

test(".env.example and server/process/env.ts name the same variables", () => {
  const variables = Object.values(variableGroups).flatMap((group) => Object.keys(group))
  expect(environmentViolations(variables, read(".env.example"))).toEqual([])
})

test("every npm script is a command and vice versa, with a file and a line in docs/operations.md", () => {
  const { scripts } = JSON.parse(read("package.json"))
  expect(scriptViolations(scripts, [...Object.keys(commands), "build"])).toEqual([])
  const missing = Object.values(commands).filter((command) => !existsSync(join(root, command.file)))
  expect(missing).toEqual([])
  const explained = read("docs/operations.md")
  expect(
    Object.keys(scripts).filter((name) => !new RegExp(`\`npm (run )?${name}\``).test(explained)),
  ).toEqual([])
})
