import { expect, test } from "vitest"
import { differences } from "./difference.ts"

test("only what changed is named, word by word", () => {
  const before = { title: "Hills", markdown: "Run up. Walk down.", picture: { alt: "A hill", src: "/a" } }
  expect(differences(before, { ...before, markdown: "Run up. Jog down." })).toEqual([
    {
      label: "Text",
      pieces: [
        { text: "Run up. ", change: "same" },
        { text: "Walk", change: "gone" },
        { text: "Jog", change: "new" },
        { text: " down.", change: "same" },
      ],
    },
  ])
  expect(differences(before, before)).toEqual([])
  expect(differences(before, { ...before, picture: { alt: "A steep hill", src: "/a" } })[0]?.label).toBe(
    "Picture",
  )
})

test("long stretches that stayed are left out between changes", () => {
  const middle = "same ".repeat(200)
  const [text] = differences({ markdown: `a ${middle}b` }, { markdown: `c ${middle}d` })
  const stayed = text?.pieces.find(({ change }) => change === "same")
  expect(stayed?.text).toContain(" … ")
  expect(stayed?.text.length).toBeLessThan(260)
})

test("two huge texts with nothing in common are compared within seconds", () => {
  const words = (seed: number) =>
    Array.from({ length: 30_000 }, (_, at) => `w${(at * seed) % 7919}`).join(" ")
  const startedAt = performance.now()
  const [text] = differences({ markdown: words(31) }, { markdown: words(97) })
  expect(text?.pieces.some(({ change }) => change === "new")).toBe(true)
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})
