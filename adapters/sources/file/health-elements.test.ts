/** Where the workouts of an export.xml begin and end, and when a file is refused before it is read completely. */
import { Readable } from "node:stream"
import { expect, test } from "vitest"
import { withLimits } from "#test/support/read-outcomes.ts"
import { workoutElements } from "./health-elements.ts"
import { isNoRecording } from "./refusal.ts"

/** The elements before reading stops, and the reason if there is one. */
async function read(...pieces: (string | Buffer)[]) {
  const elements: string[] = []
  const source = Readable.from(pieces.map((piece) => Buffer.from(piece)))
  let refused: unknown
  try {
    for await (const element of workoutElements(source)) elements.push(element.toString())
  } catch (error) {
    refused = error
  }
  return { elements, reason: (refused as Error | undefined)?.message, passedOver: isNoRecording(refused) }
}
const inRoot = (inside: string) => `<HealthData>${inside}</HealthData>`

test.each([
  ["nothing", "", []],
  ["an empty workout", "<Workout/>", ["<Workout/>"]],
  ["a workout without attributes", "<Workout></Workout>", ["<Workout></Workout>"]],
  ["a space after its name", '<Workout a="1"/>', ['<Workout a="1"/>']],
  ["a tab", '<Workout\ta="1"/>', ['<Workout\ta="1"/>']],
  ["a line break", '<Workout\na="1"/>', ['<Workout\na="1"/>']],
  ["a Windows line break", '<Workout\r\na="1"/>', ['<Workout\r\na="1"/>']],
  ["a longer name", "<WorkoutEvent/><Workout/>", ["<Workout/>"]],
  ["two", "<Workout/><Workout></Workout>", ["<Workout/>", "<Workout></Workout>"]],
  ["other elements between workouts", "<Workout/><Record/>x<Workout/>", ["<Workout/>", "<Workout/>"]],
  ["an event in a workout", "<Workout><WorkoutEvent/></Workout>", ["<Workout><WorkoutEvent/></Workout>"]],
  ["an end tag in quotes", '<Workout a="/>" b="x"/>', ['<Workout a="/>" b="x"/>']],
  ["an end tag in single quotes", "<Workout a='/>'/>", ["<Workout a='/>'/>"]],
  ["a quote inside other quotes", `<Workout a="'/>"/>`, [`<Workout a="'/>"/>`]],
  ["a slash before the end of its value", '<Workout a="x/">y</Workout>', ['<Workout a="x/">y</Workout>']],
  ["its own end tag in quotes", '<Workout a="</Workout>"></Workout>', ['<Workout a="</Workout>"></Workout>']],
])("a root with %s", async (_, inside, elements) => {
  const whole = inRoot(inside)
  expect(await read(whole)).toMatchObject({ elements, reason: undefined })
  expect(await read(...whole)).toMatchObject({ elements, reason: undefined })
})

const root = "<HealthData>"
test.each([
  ["nothing", "", "an empty file", false],
  ["something else", "<html/>", "not Apple Health's export.xml", true],
  ["the maximum amount before the root", `${" ".repeat(200_000)}${inRoot("")}`, undefined, false],
  ["too much before the root", `${" ".repeat(200_001)}${inRoot("")}`, "not Apple Health's export.xml", true],
  ["text that looks like entities between workouts", inRoot("<!ENTITY>"), undefined, false],
  ["entities", `<!DOCTYPE x [<!ENTITY a "b">]>${inRoot("")}`, "declares entities of its own", false],
  ["entities in a file of another kind", '<!doctype x [<!entity a "b">]>', "declares entities", false],
  ["UTF-16 text in little-endian order", Buffer.from([0xff, 0xfe, 0x3c, 0]), "not text in UTF-8", false],
  ["UTF-16 text in big-endian order", Buffer.from([0xfe, 0xff, 0, 0x3c]), "not text in UTF-8", false],
  ["no end", root, "cut off after 12 bytes", false],
  ["spaces after its end", `${inRoot("")} \n\n`, undefined, false],
  ["text after its end", `${inRoot("")}x`, "cut off after 26 bytes", false],
  ["its last byte missing", inRoot("").slice(0, -1), "cut off after 24 bytes", false],
  ["a million bytes and no end", root + " ".repeat(1_000_000 - root.length), "cut off after 1 MB", false],
  ["one byte less", root + " ".repeat(999_999 - root.length), "cut off after 999999 bytes", false],
])("a file with %s", async (_, content, reason, passedOver) => {
  const found = await read(content)
  expect(found.passedOver).toBe(passedOver)
  if (reason === undefined) expect(found.reason).toBeUndefined()
  else expect(found.reason).toContain(reason)
})

/** An infinite stream of chunks, and the number of chunks read. */
async function untilRefused(beginning: string, piece: string) {
  let pieces = 0
  async function* endless() {
    yield Buffer.from(beginning)
    for (; pieces < 50; pieces++) yield Buffer.from(piece)
  }
  const reading = async () => {
    for await (const _ of workoutElements(endless()));
  }
  const reason = await reading().then(
    () => "none",
    (error: Error) => error.message,
  )
  return [reason, pieces]
}

test("a file that never starts an export, and a workout that never ends, are not read to the end", async () => {
  const thousand = " ".repeat(1000)
  expect(await untilRefused(" ".repeat(199_000), thousand)).toEqual(["not Apple Health's export.xml", 1])
  expect(await untilRefused(" ".repeat(200_000), " ")).toEqual(["not Apple Health's export.xml", 0])
  const endless = "not well-formed XML: a workout does not end"
  expect(await untilRefused(`${root}<Workout ${" ".repeat(99_000 - 9)}`, thousand)).toEqual([endless, 0])
  await withLimits({ healthWorkoutBytes: 3000 }, async () => {
    expect(await untilRefused(`${root}<Workout>`, thousand)).toEqual([endless, 2])
  })
  await withLimits({ healthBytes: 3000 }, async () => {
    expect(await untilRefused(root, thousand)).toEqual(["larger than 0 MB", 2])
  })
})

test("a file and a workout may each have the maximum size", async () => {
  const one = `<Workout>${"x".repeat(100)}</Workout>`
  const whole = inRoot(one)
  await withLimits({ healthBytes: whole.length, healthWorkoutBytes: one.length - 1 }, async () => {
    expect(await read(whole.slice(0, -14), whole.slice(-14))).toMatchObject({
      elements: [one],
      reason: undefined,
    })
    expect(await read(whole, " ")).toMatchObject({ reason: "larger than 0 MB" })
  })
  const tag = (length: number) => `<Workout${" ".repeat(length - 10)}/>`
  expect((await read(inRoot(tag(100_000)))).elements).toHaveLength(1)
  expect(await read(inRoot(tag(100_001)))).toMatchObject({
    reason: "not well-formed XML: a workout does not end",
  })
})
