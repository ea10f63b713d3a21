import { expect, test } from "vitest"
import { plainText } from "./plain-text.ts"

test.each([
  ["a link with words", '<a href="https://x.example/">the hills</a>', "the hills (https://x.example/)"],
  [
    "a link that is its own words",
    '<a href="https://x.example/">https://x.example/</a>',
    "https://x.example/",
  ],
  ["a mailbox", '<a href="mailto:a@b.example">a@b.example</a>', "a@b.example"],
  ["a mailbox with words", '<a href="mailto:a@b.example">us</a>', "us (mailto:a@b.example)"],
  ["a number", '<a href="tel:+1555">+1555</a>', "+1555"],
  ["a heading", "<p>One</p><h2>The miles</h2><p>Two</p>", "One\n\nTHE MILES\n\nTwo"],
  ["numbered items", "<ol><li>One</li><li>Two</li></ol>", "1. One\n2. Two"],
  ["two lists", "<ol><li>One</li></ol><ol><li>Two</li></ol>", "1. One\n\n1. Two"],
  ["items", "<ul><li>One</li><li>Two</li></ul>", "- One\n- Two"],
  ["code", "<pre><code>a\n  b\n</code></pre>", "a\n  b"],
  ["a table", "<table><tr><th>A</th> <th>B</th></tr><tr><td>1</td><td>2</td></tr></table>", "A | B\n1 | 2"],
  ["a rule and a break", "<p>One<br>Two</p><hr><p>Three</p>", "One\nTwo\n\n----\n\nThree"],
  ["a picture", '<p><img src="x" alt="A hill"></p>', "A hill"],
  ["escaped text", "<p>&lt;b&gt; &amp;lt; &quot;x&#39;</p>", "<b> &lt; \"x'"],
  ["spaces around lines", "<p> One </p>\n<p> Two </p>", "One\n\nTwo"],
])("%s", (_what, html, text) => expect(plainText(html)).toBe(text))
