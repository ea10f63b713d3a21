import { posix } from "node:path"
import type { Import, Scan } from "./scan.ts"

/** Where an import leads: a file of ours by its path, or a package (node: modules are packages too). */
type Target = { file: string } | { package: string }

const rooms = ["primitives", "ports", "app", "content", "domain", "adapters", "platform", "server"]

/** Packages that the ground floor may use, besides Node's own modules. */
const primitivePackages = ["zod", "jose", "temporal-polyfill", "any-ascii"]

/** Browsers load none of these: only the server needs them, and they would make pages heavier. */
const serverPackages = ["jose", "temporal-polyfill", "any-ascii"]

const uiPackages = ["react", "react-dom", "react-router", "radix-ui"]

/** The folders of domain that a flow may use in addition to its own; operators command all of them. */
const domainImports: Record<string, string[]> = {
  competition: ["members"],
  community: ["events", "members", "competition"],
  calendar: ["competition", "events"],
  chat: ["competition"],
  notices: ["members", "competition", "community", "events"],
  publishing: ["leads"],
  operator: ["chat", "community", "competition", "events", "leads", "members", "shop", "publishing"],
}

/**
 * The rules of the rooms (docs/architecture.md). Returns one sentence for every import of `scanned` that violates it. Tests,
 * scripts, benchmarks and the tools' configuration may import what they need.
 */
export function importViolations(scanned: Scan): string[] {
  return scanned.imports.flatMap((one) => {
    const reasons = [formViolation(scanned.path, one), roomViolation(scanned.path, one)]
    return reasons
      .filter((reason) => reason !== undefined)
      .map((reason) => `${scanned.path}:${one.line} imports ${one.specifier}: ${reason}`)
  })
}

/** Relative inside a room, `#room/...` across rooms, always with the file's ending. */
function formViolation(from: string, { specifier }: Import): string | undefined {
  if (!isOurs(specifier) || /^\.\/\+types\//.test(specifier)) return undefined
  if (!/\.[a-z0-9]+(\?\w+)?$/i.test(specifier)) return "the ending is missing"
  const target = targetOf(from, specifier)
  if (!("file" in target)) return undefined
  const sameRoom = roomOf(target.file) === roomOf(from)
  if (specifier.startsWith(".") && !sameRoom && rooms.includes(roomOf(target.file))) {
    return `across rooms it is #${target.file}`
  }
  return undefined
}

function roomViolation(from: string, { specifier, typeOnly }: Import): string | undefined {
  if (isTest(from)) return undefined
  const target = targetOf(from, specifier)
  const allowed = table[roomOf(from)]
  return allowed ? allowed(from, target, typeOnly) : undefined
}

type Rule = (from: string, target: Target, typeOnly: boolean) => string | undefined

const table: Record<string, Rule> = {
  primitives(_from, target) {
    if ("file" in target) return inRoom(target, "primitives") ? undefined : "primitives know no room"
    const allowed = primitivePackages.includes(target.package) || target.package.startsWith("node:")
    return allowed ? undefined : `primitives import Node, ${primitivePackages.join(", ")} and nothing else`
  },

  ports(_from, target, typeOnly) {
    const allowed = "file" in target && typeOnly && (inRoom(target, "ports") || inRoom(target, "primitives"))
    return allowed ? undefined : "ports import types of ports and primitives"
  },

  content(_from, target) {
    if ("file" in target) {
      const allowed = inRoom(target, "content") || inRoom(target, "primitives")
      return allowed ? undefined : "content imports primitives and nothing else of ours"
    }
    // Code that reads articles or writes pictures at build time is next to them; nodeReachViolations keeps it out of
    // pages.
    const allowed = target.package === "zod" || target.package.startsWith("node:")
    return allowed ? undefined : "content imports zod and nothing else"
  },

  domain(from, target) {
    if ("package" in target) {
      // Only primitives/zones.ts may use Temporal, for time zones.
      const allowed = target.package === "zod" || target.package === "node:crypto"
      return allowed ? undefined : "domain knows no vendor and no machine"
    }
    if (["primitives", "ports", "content"].some((room) => inRoom(target, room))) return undefined
    if (!inRoom(target, "domain")) return "domain imports primitives, ports, content and domain only"
    const [own = "", other = ""] = [folderOf(from), folderOf(target.file)]
    // Files directly in the room are shared by every flow: World, the layout of mails, opaque links.
    if (own === other || other === "" || domainImports[own]?.includes(other)) return undefined
    return `domain/${own} does not import domain/${other}`
  },

  adapters(from, target) {
    if ("package" in target || inRoom(target, "primitives") || inRoom(target, "ports")) return undefined
    if (!inRoom(target, "adapters")) return "adapters import primitives, ports and their own folder only"
    return folderOf(from) === folderOf(target.file) ? undefined : "an adapter does not import another adapter"
  },

  platform(_from, target) {
    if ("package" in target) return undefined
    const allowed = ["primitives", "ports", "platform"].some((room) => inRoom(target, room))
    return allowed ? undefined : "platform imports primitives, ports and itself"
  },

  server(from, target) {
    if ("package" in target) return undefined
    if (inRoom(target, "app")) return "server loads the built pages, not app"
    const wiring = /^server\/(world\.ts$|world\/|commands\/)/.test(from)
    if (inRoom(target, "adapters") && !wiring)
      return "adapters are named in server/world/world.ts and server/world/ only"
    return undefined
  },

  app(from, target, typeOnly) {
    if (/^app\/(vite\/|operator\/[a-z-]+\.config\.ts$)/.test(from)) return undefined // part of the build, never of a page
    const isUi = from.startsWith("app/ui/")
    if ("package" in target) {
      return isUi && !uiPackages.includes(target.package)
        ? "app/ui imports React and its primitives"
        : undefined
    }
    if (isUi) return target.file.startsWith("app/ui/") ? undefined : "app/ui imports itself only"
    if (inRoom(target, "app") || inRoom(target, "content") || inRoom(target, "primitives")) return undefined
    // Whether domain code stays in loaders and actions is proven by the build: loading it for browsers fails.
    if (inRoom(target, "domain")) return undefined
    return typeOnly ? undefined : "pages import app, content, primitives and domain"
  },
}

/**
 * Code that runs or builds the site imports only `dependencies`: `npm start` installs nothing else. Types, tests and
 * benchmarks are exempt.
 */
export function developmentImportViolations(
  { path, imports }: Scan,
  devDependencies: Record<string, string>,
): string[] {
  const isTool = ["bench", "scripts", "test"].includes(roomOf(path)) || /^(vitest|playwright)\./.test(path)
  if (isTool || isTest(path)) return []
  return imports.flatMap(({ specifier, typeOnly, line }) => {
    const target = targetOf(path, specifier)
    const missing = !typeOnly && "package" in target && target.package in devDependencies
    return missing ? [`${path}:${line} imports ${specifier}, which only development installs`] : []
  })
}

/** Code that runs on a server after the build. Pages are not part of it, because the build bundles their packages. */
const serverRooms = ["primitives", "content", "ports", "domain", "adapters", "platform", "server"]

/** The two files with which development builds pages at each request. */
const buildsAtRequest = new Set(["server/http/pages/development.ts", "server/http/operator/pages.ts"])

/** An image has no packages that only build the pages (scripts/bootstrap/prune.mjs). */
export function prunedImportViolations({ path, imports }: Scan, pruned: readonly string[]): string[] {
  if (!serverRooms.includes(roomOf(path)) || isTest(path)) return []
  return imports.flatMap(({ specifier, typeOnly, line }) => {
    const target = targetOf(path, specifier)
    const missing = !typeOnly && "package" in target && pruned.includes(target.package)
    if (!missing || (specifier === "vite" && buildsAtRequest.has(path))) return []
    return [`${path}:${line} imports ${specifier}, which an image does not have`]
  })
}

/** One vendor SDK per adapter file: zod and Node's own modules do not count. */
export function vendorViolations({ path, imports }: Scan): string[] {
  if (roomOf(path) !== "adapters" || isTest(path)) return []
  const targets = imports.map((one) => targetOf(path, one.specifier))
  const packages = targets.flatMap((target) => ("package" in target ? [target.package] : []))
  const vendors = new Set(packages.filter((name) => !name.startsWith("node:") && name !== "zod"))
  return vendors.size > 1 ? [`${path} uses ${[...vendors].join(" and ")}: one vendor per adapter file`] : []
}

/**
 * Pages are loaded by browsers too, so nothing that they load from app, content or primitives may need Node's own
 * modules, or a package that only the server is to load.
 */
export function nodeReachViolations(scans: readonly Scan[]): string[] {
  const byPath = new Map(scans.map((one) => [one.path, one]))
  // Only the server entries import it; an import by a page is checked again below.
  const ofTheBuild =
    /^app\/(operator\/)?(vite\/|routes\.ts$|entry\.server\.|render-to-string\.ts$|vite\.config\.ts$)/
  // A build puts a list in its place (app/vite/articles.ts).
  const replaced = "content/articles-on-disk.ts"
  const seen = new Set(scans.map(({ path }) => path).filter((path) => inRoom({ file: path }, "app")))
  for (const path of seen) if (ofTheBuild.test(path) || isTest(path)) seen.delete(path)
  const problems: string[] = []
  for (const path of seen) {
    for (const { specifier, typeOnly, line } of byPath.get(path)?.imports ?? []) {
      const target = targetOf(path, specifier)
      if (typeOnly) continue
      if ("package" in target) {
        if (target.package.startsWith("node:") || serverPackages.includes(target.package))
          problems.push(`${path}:${line} imports ${specifier} and is part of a page`)
      } else if (["app", "content", "primitives"].some((room) => inRoom(target, room))) {
        if (target.file !== replaced) seen.add(target.file)
      }
    }
  }
  return problems
}

/** Whether a file is exempt from the rules for production code. */
export function isTest(path: string): boolean {
  return path.startsWith("test/") || /\.test\.tsx?$/.test(path)
}

function isOurs(specifier: string): boolean {
  return specifier.startsWith(".") || specifier.startsWith("#")
}

/** Where an import of the file `from` leads. */
export function targetOf(from: string, specifier: string): Target {
  if (specifier.startsWith("#")) return { file: specifier.slice(1) }
  if (specifier.startsWith(".")) return { file: posix.join(posix.dirname(from), specifier) }
  const parts = specifier.split("/")
  return { package: parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/") }
}

function inRoom(target: { file: string }, room: string): boolean {
  return roomOf(target.file) === room
}

function roomOf(path: string): string {
  return path.split("/")[0] ?? ""
}

/** "competition" for domain/competition/scoring/score.ts; empty for a file directly in the room. */
function folderOf(path: string): string {
  const parts = path.split("/")
  return parts.length > 2 ? (parts[1] ?? "") : ""
}
