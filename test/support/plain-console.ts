import { join } from "node:path"
import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  type RouteObject,
  RouterContextProvider,
  StaticRouterProvider,
} from "react-router"
import {
  addressData as addressDataKey,
  nonce,
  operator as operatorKey,
  personalData as personalDataKey,
  preview as previewKey,
  world as worldKey,
} from "#app/operator/context.ts"
import routes from "#app/operator/routes.ts"
import { pressOf } from "#domain/operator/press.ts"
import type { Operator } from "#domain/operator/roles.ts"
import type { World } from "#domain/world.ts"
import { addressData, personalData } from "#server/world/privacy.ts"

/** The response to a browser without scripts. */
export interface PlainAnswer {
  status: number
  /** The target of a redirect. */
  location: string | null
  html: string
}

/** Uses the console like a browser without scripts: opens addresses, and fills in and submits forms. */
export interface PlainConsole {
  get(operator: Operator, path: string): Promise<PlainAnswer>
  /** Sends fields to an address, whether or not a page has such a form. */
  post(
    operator: Operator,
    path: string,
    fields: Record<string, string> | URLSearchParams,
  ): Promise<PlainAnswer>
  /**
   * Opens a page, and fills in the form that has this button. Other fields keep their values from the page. Throws when
   * the page has no such button, or its form no such field.
   */
  fill(
    operator: Operator,
    path: string,
    button: string | RegExp,
    fields?: Record<string, string>,
  ): Promise<{ path: string; body: URLSearchParams }>
  /** Fills in the form of a page that is already open. */
  fillIn(
    html: string,
    path: string,
    button: string | RegExp,
    fields?: Record<string, string>,
  ): { path: string; body: URLSearchParams }
  /** Fills in a form, and submits it. */
  press(
    operator: Operator,
    path: string,
    button: string | RegExp,
    fields?: Record<string, string>,
  ): Promise<PlainAnswer>
}

const origin = "http://b4m.test"

export async function createPlainConsole(world: World): Promise<PlainConsole> {
  const objects = await Promise.all(
    routes.map(async ({ path, file, index }): Promise<RouteObject> => {
      const module = await import(/* @vite-ignore */ join(import.meta.dirname, "../../app/operator", file))
      return {
        ...(index ? { index: true } : { path: path ?? "" }),
        loader: module.loader,
        action: module.action,
        ...(module.default && { Component: module.default }),
        HasErrorBoundary: true,
      } as RouteObject
    }),
  )
  const handler = createStaticHandler(objects, { basename: "/operator" })

  async function ask(operator: Operator, path: string, body?: URLSearchParams): Promise<PlainAnswer> {
    const context = new RouterContextProvider()
    context.set(worldKey, world)
    const press = body && (await pressOf(await new Response(body).formData(), operator.sessionId))
    context.set(operatorKey, { ...operator, ...(press && { press }) })
    context.set(personalDataKey, personalData)
    context.set(addressDataKey, addressData)
    context.set(nonce, "")
    // The site's pages are not built here: what the preview would be made of.
    context.set(
      previewKey,
      async (address, words) => `${address} ${JSON.stringify(words.list("testimonials"))}`,
    )
    const request = new Request(`${origin}/operator${path}`, body ? { method: "POST", body } : {})
    const { pathname } = new URL(request.url)
    const route = objects.find((one) => one.path && matches(one.path, pathname))
    if (route && !route.Component) {
      const answer = await handler.queryRoute(request, { requestContext: context }).catch((error) => error)
      if (answer instanceof Response)
        return { status: answer.status, location: answer.headers.get("location"), html: await answer.text() }
      return {
        status: isRouteErrorResponse(answer) ? answer.status : 500,
        location: null,
        html: String(answer),
      }
    }
    const found = await handler.query(request, { requestContext: context })
    if (found instanceof Response)
      return { status: found.status, location: found.headers.get("location"), html: "" }
    const [error] = Object.values(found.errors ?? {})
    if (error) {
      if (!isRouteErrorResponse(error)) throw error
      return { status: error.status, location: null, html: "" }
    }
    const router = createStaticRouter(handler.dataRoutes, found)
    const html = renderToStaticMarkup(
      createElement(StaticRouterProvider, { router, context: found, hydrate: false }),
    )
    return { status: found.statusCode, location: null, html }
  }

  function fillIn(html: string, path: string, button: string | RegExp, fields: Record<string, string> = {}) {
    const form = formWith(html, button)
    if (!form) throw new Error(`${path} has no form with the button ${button}`)
    if (!form.names.has("press")) throw new Error(`The form of ${button} on ${path} has no key of its press`)
    const body = new URLSearchParams([...form.fields, form.pressed])
    for (const [name, value] of Object.entries(fields)) {
      if (!form.names.has(name)) throw new Error(`The form of ${button} on ${path} has no field ${name}`)
      body.set(name, value)
    }
    const to = new URL(form.action ?? "", `${origin}/operator${path}`)
    return { path: `${to.pathname.replace(/^\/operator/, "")}${to.search}`, body }
  }

  const console: PlainConsole = {
    get: (operator, path) => ask(operator, path),
    post: (operator, path, fields) => ask(operator, path, new URLSearchParams(fields)),
    fillIn,
    async fill(operator, path, button, fields) {
      return fillIn((await ask(operator, path)).html, path, button, fields)
    },
    async press(operator, path, button, fields) {
      const form = await console.fill(operator, path, button, fields)
      return ask(operator, form.path, form.body)
    },
  }
  return console
}

function matches(pattern: string, pathname: string): boolean {
  const parts = pattern.split("/").map((part) => part.replace(/:\w+/g, "[^/]+").replaceAll(".", "\\."))
  return new RegExp(`^/operator/${parts.join("/")}$`).test(pathname)
}

interface PlainForm {
  action: string | undefined
  /** Every field that a browser could send. */
  names: Set<string>
  /** The fields that it submits with the page's values. */
  fields: [name: string, value: string][]
  pressed: [name: string, value: string]
}

/** The POST form that has this button. Forms are never nested, and React always writes attributes in the same way. */
function formWith(html: string, button: string | RegExp): PlainForm | undefined {
  for (const [, head = "", inner = ""] of html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)) {
    if (attribute(head, "method") !== "post") continue
    const pressed = [...inner.matchAll(/<button([^>]*)>(.*?)<\/button>/gs)].find(
      ([, attributes = "", content = ""]) => {
        const says = text(attribute(attributes, "aria-label") ?? content.replace(/<[^>]*>/g, ""))
        return typeof button === "string" ? says === button : button.test(says)
      },
    )
    if (!pressed || / disabled(=|\s|$)/.test(pressed[1] ?? "")) continue
    const names = new Set<string>()
    const fields: [string, string][] = []
    const field = (name: string | undefined, value: string | undefined, sent = true) => {
      if (name === undefined) return
      names.add(name)
      if (sent && value !== undefined) fields.push([name, text(value)])
    }
    for (const [, attributes = ""] of inner.matchAll(/<input([^>]*?)\/?>/g)) {
      const chosen = !/type="(checkbox|radio)"/.test(attributes) || /\schecked=/.test(attributes)
      field(attribute(attributes, "name"), attribute(attributes, "value") ?? "", chosen)
    }
    for (const [, attributes = "", content = ""] of inner.matchAll(/<textarea([^>]*)>(.*?)<\/textarea>/gs))
      field(attribute(attributes, "name"), content)
    for (const [, attributes = "", options = ""] of inner.matchAll(/<select([^>]*)>(.*?)<\/select>/gs)) {
      const all = [...options.matchAll(/<option([^>]*)>/g)].map(([, option = ""]) => option)
      const now = all.find((option) => / selected=/.test(option)) ?? all[0] ?? ""
      field(attribute(attributes, "name"), attribute(now, "value"))
    }
    const [, head2 = ""] = pressed
    return {
      action: attribute(head, "action"),
      names,
      fields,
      pressed: [attribute(head2, "name") ?? "", text(attribute(head2, "value") ?? "")],
    }
  }
  return undefined
}

function attribute(attributes: string, name: string): string | undefined {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(attributes) ?? []
  return value === undefined ? undefined : text(value)
}

function text(html: string): string {
  return html
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
}
