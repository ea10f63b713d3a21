import { expect, test } from "vitest"
import { figuresEndpoint } from "./figures.ts"

const read = async (path: string) => {
  const answer = await figuresEndpoint().request(path)
  return { status: answer.status, text: await answer.text() }
}

test("a figure is determined by its URL alone, and is drawn completely with its own clothing", async () => {
  const [ana, ben] = [await read("/faces/ana/run.svg"), await read("/faces/ben/wheelchair.bun.2.4.1.svg")]
  expect([ana.status, ben.status]).toEqual([200, 200])
  for (const { text } of [ana, ben]) expect(text).not.toMatch(/var\(|undefined|<use/)
  expect(ana.text).not.toBe(ben.text)
})

test("an unknown figure is drawn standing, and other URLs are not found", async () => {
  const standing = (await read("/faces/-/other.svg")).text
  expect((await read("/faces/-/nonsense.svg")).text).toBe(standing)
  expect((await read("/faces/-/%3Cscript%3E.svg")).status).toBe(404)
})
