import type { Hono } from "hono"
import type { LivePage } from "#domain/shown.ts"
import type { AppEnv } from "../context.ts"
import { compressed } from "../static/bodies.ts"
import { describeFile } from "../static/file.ts"
import { type LiveSource, pathPattern } from "./source.ts"

interface EndpointAnswersOptions {
  /** Handles a request without a token; sets all headers, including the security headers. */
  app: Hono<AppEnv>
  /** By path pattern; the first match applies. */
  answers: readonly (readonly [path: string, answer: LivePage])[]
  /** Headers that are sent only over https. */
  secureHeaders: Readonly<Record<string, string>>
}

/** Headers that describeFile() sets itself. */
const described = /^(?:etag|vary|cache-control|content-(?:type|length|encoding))$/

/** The responses of endpoints as visitors get them; a request with a token is handled individually. */
export function endpointAnswers({ app, answers, secureHeaders }: EndpointAnswersOptions): LiveSource {
  // Unsuccessful responses are not kept.
  app.onError((error) => {
    throw error
  })
  const patterns = answers.map(([path, answer]) => ({ pattern: pathPattern(path), answer }))
  return {
    personal: true,
    match: (path) => patterns.find(({ pattern }) => pattern.test(path))?.answer,
    async render(address) {
      const response = await app.request(address)
      const type = response.headers.get("content-type")
      if (response.status !== 200 || type === null) return null
      const others = Object.fromEntries([...response.headers].filter(([name]) => !described.test(name)))
      return describeFile({
        bodies: await compressed(Buffer.from(await response.arrayBuffer())),
        page: true,
        text: true,
        contentType: type,
        cacheControl: response.headers.get("cache-control") ?? "no-cache",
        headers: (https) => (https ? { ...others, ...secureHeaders } : others),
        varyBy: ["authorization"],
      })
    },
  }
}
