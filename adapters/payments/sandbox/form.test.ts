import { expect, test } from "vitest"
import { parseForm } from "./form.ts"

test.each([
  ["a=1&b=x%20y+z", { a: "1", b: "x y z" }],
  ["expand[]=customer&expand[]=data.x", { expand: ["customer", "data.x"] }],
  ["expand[0]=a&expand[1]=b", { expand: ["a", "b"] }],
  ["l[1][q]=2&l[0][q]=1", { l: [{ q: "1" }, { q: "2" }] }],
  ["p[data][name]=K%C3%BCche&p[data][images][0]=u", { p: { data: { name: "Küche", images: ["u"] } } }],
  ["metadata[0]=a&metadata[order]=b", { metadata: { "0": "a", order: "b" } }],
  ["", {}],
])("%s", (text, expected) => {
  expect(JSON.parse(JSON.stringify(parseForm(text)))).toEqual(expected)
})

test("names cannot access properties that every object inherits", () => {
  const parsed = parseForm("__proto__[admin]=1&constructor[prototype][admin]=1&a[__proto__][admin]=1")
  expect(Reflect.get({}, "admin")).toBeUndefined()
  expect(Object.keys(parsed)).toEqual(["__proto__", "constructor", "a"])
})

test.each(["a[b", "a]b[=1", "[a]=1", "=1", "a=1&a[b]=2", `a${"[b]".repeat(9)}=1`])(
  "%s is refused",
  (text) => {
    expect(() => parseForm(text)).toThrow("Invalid request")
  },
)
