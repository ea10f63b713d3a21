import { expect, test } from "vitest"
import { scriptsAfterPaint } from "./after-paint.ts"

const document = `<head><link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/>
<link rel="stylesheet" href="/ä.css"/></head><body>Grüße <script>let type="module"</script>
<script nonce="n" type="module" async="">import "/a.js";</script><script type="module" async="">imp</script>
<link rel="module`
const wanted = document
  .replaceAll('rel="modulepreload"', 'rel="after-paint"')
  .replace('type="module" async="">import ', 'type="after-paint" async="">import ')

test.each([1, 2, 3, 7, 26, 1000])(
  "Scripts and what is fetched for them wait, in pieces of %i bytes too, and nothing else changes",
  async (size) => {
    const bytes = Buffer.from(document)
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size))
        controller.close()
      },
    })
    expect(await new Response(pieces.pipeThrough(scriptsAfterPaint())).text()).toBe(wanted)
  },
)
