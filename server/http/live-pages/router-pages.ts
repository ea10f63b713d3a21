import type { ServerBuild } from "react-router"
import type { LivePage } from "#domain/shown.ts"
import { deadlineError } from "#primitives/deadline.ts"
import { scriptHashes } from "#primitives/inline-scripts.ts"
import type { PagesOptions } from "../pages/contract.ts"
import { compressed } from "../static/bodies.ts"
import { describeFile } from "../static/file.ts"
import { cacheOf } from "../static/files.ts"
import { withAsOf } from "./as-of.ts"
import type { PagesOnDisk } from "./pages-on-disk.ts"
import type { Rendered } from "./source.ts"
import { type LiveSource, pathPattern } from "./source.ts"

interface RouterPagesOptions {
  build: ServerBuild
  securityHeaders: PagesOptions["securityHeaders"]
  /** Renders a page, or its data, as every visitor gets it; `onReplica`: as LivePage says. */
  render(address: string, onReplica: boolean): Promise<Response>
  /** Keeps renderings for a start without the database. */
  disk?: PagesOnDisk | undefined
}

/**
 * The routes that export a LivePage as their `handle`, and those that were prerendered, which are needed once an operator
 * has changed words that they show; and their data.
 */
export function routerPages({ build, securityHeaders, render, disk }: RouterPagesOptions): LiveSource {
  const routes = liveRoutes(build)
  const pages = routes.map(({ path, page }) => ({ pattern: pathPattern(path), page }))
  // Pages of members and of single days are too many to be kept, and a page of words alone is rendered without a database.
  const kept = disk
    ? routes.filter(({ path, fromData }) => fromData && !path.includes(":")).map(({ path }) => path)
    : []
  const onDisk = new Set(kept.flatMap((path) => [path, path === "/" ? "/_root.data" : `${path}.data`]))
  const match = (path: string) => {
    const asked = path.endsWith(".data") ? pathOfData(path) : path
    return pages.find(({ pattern }) => pattern.test(asked))?.page
  }
  return {
    onDisk: [...onDisk],
    async stored(address) {
      const found = onDisk.has(address) ? await disk?.get(address) : null
      if (!found) return null
      const { body, contentType, at } = found
      const rendered = await prepared(body, contentType, securityHeaders)
      return { rendered, renderedAt: performance.now() - (Date.now() - at.getTime()) }
    },
    personal: false,
    match,
    async render(address) {
      const at = new Date()
      const [path = ""] = address.split("?")
      const response = await render(address, match(path)?.onReplica === true)
      if (response.status === 503) throw deadlineError("The rendering")
      // Failures are not kept.
      if (response.status >= 500) throw new Error(`The page answered ${response.status}`)
      if (response.status !== 200 || response.headers.has("set-cookie")) return null
      const body = Buffer.from(await response.arrayBuffer())
      const contentType = response.headers.get("content-type") ?? ""
      if (onDisk.has(address)) disk?.put(address, { body, contentType, at })
      return prepared(body, contentType, securityHeaders)
    },
  }
}

/**
 * The page whose data the router requests at a URL: "/leaderboard.data", and for the home page "/_root.data" or
 * "/_.data".
 */
function pathOfData(address: string): string {
  const path = address.slice(0, -".data".length)
  return path === "/_root" || path === "/_" ? "/" : path
}

async function prepared(
  body: Buffer,
  contentType: string,
  securityHeaders: PagesOptions["securityHeaders"],
): Promise<NonNullable<Rendered>> {
  const isPage = contentType.startsWith("text/html")
  const hashes = isPage ? scriptHashes(body.toString("utf8")) : []
  const describe = async (text: Buffer) =>
    describeFile({
      bodies: await compressed(text),
      page: true,
      text: true,
      contentType,
      cacheControl: cacheOf.page,
      headers: (https) => securityHeaders({ scriptHashes: hashes, https }),
    })
  const file = await describe(body)
  if (!isPage) return file
  return { ...file, withAsOf: async (at) => describe(Buffer.from(withAsOf(body.toString("utf8"), at))) }
}

/** `fromData`: it shows what is in the database. */
function liveRoutes({
  routes,
  prerender,
}: ServerBuild): { path: string; page: LivePage; fromData: boolean }[] {
  return Object.values(routes).flatMap((route) => {
    const page = route?.module.handle as LivePage | undefined
    if (!route) return []
    const parts: string[] = []
    for (let one = route as typeof route | undefined; one; one = routes[one.parentId ?? ""])
      if (one.path) parts.unshift(one.path)
    const path = `/${parts.join("/")}`
    // A layout has the path of another route.
    if (!page?.shows && !(prerender.includes(path) && (route.path || route.index))) return []
    const fromData = page?.shows.some((part) => part !== "publishing") ?? false
    return [{ path, fromData, page: { ...page, shows: [...(page?.shows ?? []), "frame"] } }]
  })
}
