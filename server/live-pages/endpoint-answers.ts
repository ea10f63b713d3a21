import type { Hono } from "hono"
import type { LivePage } from "#domain/shown.ts"
import type { AppEnv } from "../context.ts"
import { compressed } from "../static/bodies.ts"
import { describeFile } from "../static/file.ts"
import { type LiveSource, pathPattern } from "./source.ts"

interface EndpointAnswersOptions {
  /** Answers a request without a token; sets every header, the security headers included. */
  app: Hono<AppEnv>
  /** By path pattern; the first match counts. */
  answers: readonly (readonly [path: string, answer: LivePage])[]
  /** Headers that only visitors over https get. */
  secureHeaders: Readonly<Record<string, string>>
}

/** Headers that describeFile() sets itself. */
const described = /^(?:etag|vary|cache-control|content-(?:type|length|encoding))$/

/** The answers of endpoints as any visitor gets them; a request with a token is answered individually. */
export function endpointAnswers({ app, answers, secureHeaders }: EndpointAnswersOptions): LiveSource {
  // What cannot be answered is not kept.
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
