import { expect, test } from "vitest"
import { hevyHead, strongHead } from "#test/support/exports.ts"
import { readOutcomes, told, withLimits } from "#test/support/read-outcomes.ts"
import { readLocalTime } from "./local-time.ts"

async function logsIn(content: string | Buffer) {
  const [outcome] = await readOutcomes("workouts.csv", content)
  if (!outcome?.ok) throw new Error(outcome?.reason)
  expect(outcome.activities).toEqual([])
  return outcome
}

test("Hevy: working sets by exercise, local time, kilograms", async () => {
  const row = (exercise: string, type: string, weight: string, reps: string) =>
    `"Push ""A""","7 Aug 2026, 17:00","7 Aug 2026, 18:05","","${exercise}",,"",0,"${type}",${weight},${reps},,,8`
  const { logs } = await logsIn(
    [
      hevyHead,
      row("Bench Press, wide", "warmup", "40", "10"),
      row("Bench Press, wide", "normal", "80", "5"),
      row("Bench Press, wide", "dropset", "62.5", "8"),
      row("Plank", "normal", "", ""),
    ].join("\r\n"),
  )
  expect(logs).toEqual([
    {
      app: "hevy",
      title: 'Push "A"',
      startedLocal: "2026-08-07T17:00:00",
      durationS: 3900,
      weightUnit: "kg",
      exercises: [
        { name: "Bench Press, wide", sets: 2, reps: 13, volume: 900 },
        { name: "Plank", sets: 1, reps: 0, volume: 0 },
      ],
    },
  ])
})

test("Strong: commas or semicolons, pauses and notes between sets, a unit only if it is stated", async () => {
  const rows = [
    "2026-08-07 17:00:00,Legs,1h 5m,Squat,W,60,5,0,0,,,",
    "2026-08-07 17:00:00,Legs,1h 5m,Squat,1,100,5,0,0,,,8",
    "2026-08-07 17:00:00,Legs,1h 5m,Squat,Rest Timer,0,0,0,120,,,",
    "2026-08-07 17:00:00,Legs,1h 5m,Squat,2,102.5,5,0,0,,,8",
    "2026-08-09 08:00:00,Legs,45m,Squat,1,100,3,0,0,,,8",
  ]
  const { logs } = await logsIn([strongHead, ...rows].join("\n"))
  expect(logs).toMatchObject([
    { startedLocal: "2026-08-07T17:00:00", durationS: 3900, weightUnit: null },
    { startedLocal: "2026-08-09T08:00:00", durationS: 2700 },
  ])
  expect(logs?.[0]?.exercises).toEqual([{ name: "Squat", sets: 2, reps: 10, volume: 1012.5 }])
  const semicolons = [
    "\uFEFFWorkout #; Date;Workout Name ;Duration (sec);Exercise Name;Set Order;Weight (kg);Reps",
    '1;2026-08-07 17:00:00;"Legs";3900;"Squat";1;"102,5";4',
  ]
  const [bom, ...plain] = semicolons.join("\n")
  for (const file of [semicolons.join("\n"), `${bom}\r\n\n${plain.join("")}`])
    expect((await logsIn(file)).logs).toMatchObject([
      { durationS: 3900, weightUnit: "kg", exercises: [{ volume: 410 }] },
    ])
})

test("dates in the languages of the apps are parsed", () => {
  const same = [
    "7 Aug 2026, 17:00",
    "7. Aug. 2026, 17:00",
    "7 août 2026, 17:00",
    "7 ago 2026, 17:00",
    "7 de ago. de 2026, 17:00",
    "7 Ağu 2026, 17:00",
    "Aug 7, 2026, 5:00 PM",
    "2026-08-07 17:00:00",
    "2026年8月7日 17:00",
  ]
  expect(same.map(readLocalTime)).toEqual(same.map(() => "2026-08-07T17:00:00"))
  expect(readLocalTime("1 Dec 2026, 12:05 AM")).toBe("2026-12-01T00:05:00")
  for (const wrong of ["", "yesterday", "31 Jun 2026, 10:00", "7 Foo 2026, 17:00", "7 Aug 2026, 25:00"])
    expect(readLocalTime(wrong)).toBeUndefined()
})

test("a session with an unreadable date does not affect the others; other tables are skipped", async () => {
  const row = (date: string) => `"Push","${date}","","","Press",,"",0,"normal",40,10,,,`
  const { logs, note } = await logsIn(
    [hevyHead, row("7 Foo 2026, 17:00"), row("8 Aug 2026, 17:00")].join("\n"),
  )
  expect(logs).toHaveLength(1)
  expect(note).toBe("1 of its sessions left out: the date “7 Foo 2026, 17:00” cannot be read")
  const reasonOf = async (content: string | Buffer) => told(await readOutcomes("x.csv", content))
  expect(await reasonOf([hevyHead, row("7 Foo 2026, 17:00")].join("\n"))).toEqual([
    ["x.csv", "1 of its sessions left out: the date “7 Foo 2026, 17:00” cannot be read"],
  ])
  expect(await reasonOf(hevyHead)).toEqual([["x.csv", "no sessions in it"]])
  expect(await reasonOf("Activity ID,Activity Name\n1,Run")).toEqual([])
  expect(await reasonOf("\u0000".repeat(100_000))).toEqual([])
  expect(await reasonOf("")).toEqual([])
  expect(await reasonOf(Buffer.from(`${hevyHead}\n${row("8 Aug 2026, 17:00")}Zoë`, "latin1"))).toEqual([
    ["x.csv", "not text in UTF-8"],
  ])
  const many = Array.from(
    { length: 20_001 },
    (_, n) => `"${n}","8 Aug 2026, 17:00","","","P",,"",0,"",1,1,,,`,
  )
  expect(await reasonOf([hevyHead, ...many].join("\n"))).toEqual([["x.csv", "has more than 20,000 sessions"]])
})

test("implausible numbers count as missing, and an unclosed quote affects only the rest of the file", async () => {
  const { logs } = await logsIn(
    [
      hevyHead,
      '"A","8 Aug 2026, 17:00","","","Press",,"",0,"normal",1e300,-5,,,',
      '"A","8 Aug 2026, 17:00","","","Press",,"",0,"normal",40,10,,,',
      '"A","8 Aug 2026, 17:00","","","Row,,"",0,"normal",40,10,,,',
    ].join("\n"),
  )
  expect(logs?.[0]?.exercises[0]).toEqual({ name: "Press", sets: 2, reps: 10, volume: 400 })
})

test.each([
  ["0s", null],
  ["1s", 1],
  ["3900", 3900],
  ["45min", 2700],
  ["1h 5m", 3900],
  ["24h", 86_400],
  ["24h 1s", null],
  ["", null],
  ["long", null],
])("a session of %j took %s s", async (duration, seconds) => {
  const { logs } = await logsIn(`${strongHead}\n2026-08-07 17:00:00,Legs,${duration},Squat,1,100,5,0,0,,,8`)
  expect(logs?.map(({ durationS }) => durationS)).toEqual([seconds])
})

test.each([
  ["7 Aug 2026, 17:00", null],
  ["7 Aug 2026, 17:01", 60],
  ["8 Aug 2026, 17:00", 86_400],
  ["8 Aug 2026, 17:01", null],
  ["", null],
])("a session that ends at %j took %s s", async (end, seconds) => {
  const row = `"Push","7 Aug 2026, 17:00","${end}","","Bench",,"",0,"normal",80,5,,,8`
  const { logs } = await logsIn([hevyHead, row].join("\n"))
  expect(logs?.map(({ durationS }) => durationS)).toEqual([seconds])
})

const strongRow = (changes: { [title: string]: string } = {}) =>
  Object.values({
    ...{ date: "2026-08-07 17:00:00", name: "Legs", duration: "1h", exercise: "Squat", order: "1" },
    ...{ weight: "100", reps: "5", way: "0", seconds: "0", notes: "", about: "", rpe: "", ...changes },
  }).join(",")
const strong = async (...rows: Parameters<typeof strongRow>[0][]) =>
  (await logsIn([strongHead, ...rows.map(strongRow)].join("\n"))).logs

test.each([
  ["5", "100", 5, 500],
  ["0", "100", 0, 0],
  ["-1", "100", 0, 0],
  ["10000", "1", 10_000, 10_000],
  ["10001", "1", 0, 0],
  ["5", "10000", 5, 50_000],
  ["5", "10000.5", 5, 0],
  ["5", "-20", 5, 0],
  ["5", "", 5, 0],
  ["many", "100", 0, 0],
])("%s repetitions of %s count as %d with a volume of %d", async (reps, weight, counted, volume) => {
  expect((await strong({ reps, weight }))?.[0]?.exercises).toEqual([
    { name: "Squat", sets: 1, reps: counted, volume },
  ])
})

test.each([
  ["1", 1],
  ["D", 1],
  ["W", 0],
  ["w", 0],
  ["Rest Timer", 0],
  ["Note", 0],
  ["Notes", 1],
])("a set in the order of %j counts %d", async (order, sets) => {
  const [log] = (await strong({ order })) ?? []
  expect(log?.exercises.map((exercise) => exercise.sets)).toEqual(sets === 0 ? [] : [sets])
})

test("a row without an exercise is skipped, and names have at most a hundred characters", async () => {
  const [log] = (await strong({ exercise: "" }, { exercise: " " }, { exercise: "x".repeat(101) })) ?? []
  expect(log?.exercises.map(({ name }) => name)).toEqual(["x".repeat(100)])
})

test("sessions are distinguished by start and title, and the title is optional", async () => {
  const logs = await strong(
    {},
    { name: "Arms" },
    { date: "2026-08-07 17:00:01" },
    { name: " " },
    { reps: "1" },
  )
  expect(
    logs?.map(({ title, startedLocal, exercises }) => [title, startedLocal.slice(-2), exercises[0]?.sets]),
  ).toEqual([
    ["Legs", "00", 2],
    ["Arms", "00", 1],
    ["Legs", "01", 1],
    [null, "00", 1],
  ])
})

test("sessions and exercises are kept up to their limits; an excess exercise is left out alone", async () => {
  const two = [{ exercise: "A" }, { exercise: "B" }]
  await withLimits({ strengthLogs: 2, exercises: 2 }, async () => {
    const logs = await strong(...two, { exercise: "C" }, { exercise: "A" }, { name: "Arms" })
    expect(logs?.map(({ exercises }) => exercises.map(({ name, sets }) => [name, sets]))).toEqual([
      [
        ["A", 2],
        ["B", 1],
      ],
      [["Squat", 1]],
    ])
    await expect(strong(...two, { name: "Arms" }, { name: "Back" })).rejects.toThrow(
      "has more than 2 sessions",
    )
  })
})

test.each([
  ["weight", "Weight Unit", "kg", "kg"],
  ["weight", "Weight Unit", "KGS", "kg"],
  ["weight", "Weight Unit", "lbs", "lb"],
  ["weight", "Weight Unit", "stones", null],
  ["weight", "x", "kg", null],
  ["Weight (kg)", "x", "", "kg"],
  ["Weight (lbs)", "x", "", "lb"],
  ["Weight (lb)", "x", "", "lb"],
  ["weight_kg", "x", "", "kg"],
  ["weight_lbs", "x", "", "lb"],
])("the column %j and %j with %j are in %s", async (weight, title, unit, expected) => {
  const head = `Date,Workout Name,Exercise Name,Set Order,Reps,${weight},${title}`
  const { logs } = await logsIn(`${head}\n2026-08-07 17:00:00,Legs,Squat,1,5,100,${unit}`)
  expect(logs).toMatchObject([{ weightUnit: expected, durationS: null, exercises: [{ volume: 500 }] }])
})

test.each(["Date", "Workout Name", "Exercise Name", "Set Order"])(
  "a table of Strong without %s is skipped",
  async (title) => {
    const head = strongHead.replace(title, "x")
    expect(await readOutcomes("x.csv", `${head}\n${strongRow()}`)).toEqual([])
  },
)
test.each(["title", "start_time", "exercise_title", "set_index"])(
  "a table of Hevy without %s is skipped",
  async (title) => {
    expect(await readOutcomes("x.csv", `${hevyHead.replace(`"${title}"`, '"x"')}\n"A"`)).toEqual([])
  },
)

test("sessions with unreadable dates are counted once per date, and the quoted date is short", async () => {
  const date = `7\u0007${"x".repeat(60)}`
  const { note } = await logsIn(
    [strongHead, strongRow({ date }), strongRow({ date }), strongRow({ date: "soon" }), strongRow()].join(
      "\n",
    ),
  )
  expect(note).toBe(`2 of its sessions left out: the date “7 ${"x".repeat(38)}” cannot be read`)
  expect(await logsIn([strongHead, strongRow()].join("\n"))).not.toHaveProperty("note")
})

test.each([
  ["2h", 7200],
  ["90m", 5400],
  ["90min", 5400],
  ["1h 30s", 3630],
  ["1 h 2 m 3 s", 3723],
  ["-5", null],
])("a duration of %j is %s s", async (duration, seconds) => {
  expect((await strong({ duration }))?.[0]?.durationS).toBe(seconds)
})

test.each([
  ["7 de ago. de 2026, 7:05", "2026-08-07T07:05:00"],
  ["7 Aug 2026, 17:00:09", "2026-08-07T17:00:09"],
  [" 7 Aug 2026, 17:00 ", "2026-08-07T17:00:00"],
  ["Aug 7, 2026, 5:00\u202fPM", "2026-08-07T17:00:00"],
  ["Aug 7 2026 5:00 P.M.", "2026-08-07T17:00:00"],
  ["August 7, 2026, 12:00 PM", "2026-08-07T12:00:00"],
  ["2026-8-7T17:00", "2026-08-07T17:00:00"],
  ["2026년 8월 7일 17:00", "2026-08-07T17:00:00"],
  ["7 августа 2026, 17:00", "2026-08-07T17:00:00"],
  ["7 Dezember 2026, 17:00", "2026-12-07T17:00:00"],
  ["17:00", undefined],
  ["7 Aug 2026", undefined],
  ["7 2026, 17:00", undefined],
  ["x7 Aug 2026, 17:00", undefined],
])("the time %j is parsed as %s", (text, local) => expect(readLocalTime(text)).toBe(local))
