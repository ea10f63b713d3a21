import { expect, test } from "vitest"
import { scriptsAfterPaint } from "./after-paint.ts"

test("Scripts and their preloads are deferred, and nothing else changes", () => {
  const document = `<head><link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/>
<link rel="stylesheet" href="/ä.css"/></head><body>Grüße $& <script>let type="module"</script>
<script nonce="n" type="module" async="">import "/a.js";</script><script type="module" async="">imp</script>
<link rel="module`
  expect(
    scriptsAfterPaint(document),
  ).toBe(`<head><link rel="after-paint" href="/a.js"/><link rel="after-paint" href="/b.js"/>
<link rel="stylesheet" href="/ä.css"/></head><body>Grüße $& <script>let type="module"</script>
<script nonce="n" type="after-paint" async="">import "/a.js";</script><script type="module" async="">imp</script>
<link rel="module`)
})
