import { expect, test } from "vitest"
import { escapeHtml } from "./html.ts"

test.each([
  ["", ""],
  ["plain text: äöü 🧀", "plain text: äöü 🧀"],
  [`<a href="x" o='y'>&`, "&lt;a href=&quot;x&quot; o=&#39;y&#39;&gt;&amp;"],
  ["&amp;", "&amp;amp;"],
])("%j becomes %j", (text, escaped) => {
  expect(escapeHtml(text)).toBe(escaped)
})
