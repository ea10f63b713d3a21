import { expect, test } from "vitest"
import { keepAfterSending } from "./client-answer.ts"

const here = new URL("https://b4m.example/newsletters/new")
const about = {
  currentUrl: here,
  currentParams: {},
  nextUrl: here,
  nextParams: {},
  defaultShouldRevalidate: true,
}

test.each([
  { after: "sending a form", sent: { formMethod: "POST" as const }, loads: false },
  { after: "a link to the same page", sent: {}, loads: true },
  { after: "a form that only reads", sent: { formMethod: "GET" as const }, loads: true },
  {
    after: "sending a form while another address of this route is loading",
    sent: { formMethod: "POST" as const, nextUrl: new URL("https://b4m.example/newsletters/7") },
    loads: true,
  },
])("$after loads again: $loads", ({ sent, loads }) => {
  expect(keepAfterSending({ ...about, ...sent })).toBe(loads)
})
