import { expect, test } from "vitest"
import { scriptsAfterStyles } from "./preload-priority.ts"

const links = '<link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/>'
const document = `<head>${links}<link rel="stylesheet" href="/ä.css"/></head><body>Grüße <link rel="module`
const wanted = document.replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"')

test.each([1, 2, 3, 7, 26, 1000])(
  "Every link is marked, in pieces of %i bytes too, and nothing else changes",
  async (size) => {
    const bytes = Buffer.from(document)
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size))
        controller.close()
      },
    })
    expect(await new Response(pieces.pipeThrough(scriptsAfterStyles())).text()).toBe(wanted)
  },
)
