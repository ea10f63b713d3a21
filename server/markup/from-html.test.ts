import { expect, test } from "vitest"
import { markdownFrom } from "./from-html.ts"
import { pageHtml } from "./page-html.ts"

test("Google Docs: emphasis that is a style, a wrapper that is bold and is not", () => {
  const pasted = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr" style="line-height:1.38"><span style="font-size:20pt;font-weight:400">The plan</span></h1><p dir="ltr"><span style="font-weight:400">Run </span><span style="font-weight:700">easy </span><span style="font-style:italic">today</span><span>.</span></p><ul><li dir="ltr" style="list-style-type:disc"><p><span>Shoes</span></p></li><li><p><a href="https://x.example/a_(b)" style="text-decoration:none"><span>Map</span></a></p></li></ul></b>`
  expect(markdownFrom(pasted)).toBe(
    "## The plan\n\nRun **easy** *today*.\n\n- Shoes\n- [Map](https://x.example/a_%28b%29)",
  )
})

test("Word: its lists, without bullets, comments and office elements", () => {
  const pasted = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body><!--StartFragment--><p class=MsoNormal>First<o:p></o:p></p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>   </span></span><![endif]>One</p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Two</p><table border=1><tr><td><p>Day</p></td><td><p>Miles</p></td></tr><tr><td>Mon</td><td>5|6</td></tr></table></body></html>`
  expect(markdownFrom(pasted)).toBe("First\n\n- One\n- Two\n\n| Day | Miles |\n|---|---|\n| Mon | 5\\|6 |")
})

test("ordered and nested lists, quotes, code, rules, line breaks", () => {
  expect(
    markdownFrom(
      "<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol><blockquote><p>d</p><p>e</p></blockquote><pre>f\n  g</pre><hr><p>h<br>i</p>",
    ),
  ).toBe("1. a\n   - b\n2. c\n\n> d\n>\n> e\n\n```\nf\n  g\n```\n\n---\n\nh  \ni")
})

test("what reads like Markdown in the document stays what it was", () => {
  const words = "1. not a list, *stars*, _lines_, [brackets](x) & <b>tags</b>"
  const html = words.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
  expect(pageHtml(markdownFrom(`<p>${html}</p>`))).toBe(`<p>${html.replaceAll(">", "&gt;")}</p>`)
})

test.each([
  "<script>alert(1)</script><p>a</p>",
  '<p onclick="alert(1)">a</p><img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">a</a>',
  "<svg><script>alert(1)</script></svg><p>a</p>",
  '<p style="background:url(javascript:alert(1))">a</p><iframe src="//x.example"></iframe>',
])("nothing of %s is left but its words", (pasted) => {
  expect(markdownFrom(pasted)).toBe("a")
})
