import { expect, test } from "vitest"
import { hevyHead, strongHead } from "#test/support/exports.ts"
import { readOutcomes, told } from "#test/support/read-outcomes.ts"
import { readLocalTime } from "./local-time.ts"

async function logsIn(content: string | Buffer) {
  const [outcome] = await readOutcomes("workouts.csv", content)
  if (!outcome?.ok) throw new Error(outcome?.reason)
  expect(outcome.activities).toEqual([])
  return outcome
}

test("Hevy: working sets by exercise, the clock on the wall, kilograms", async () => {
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

test("Strong: commas or semicolons, pauses and notes between sets, a unit only where it is named", async () => {
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
    "\uFEFFWorkout #;Date;Workout Name;Duration (sec);Exercise Name;Set Order;Weight (kg);Reps",
    '1;2026-08-07 17:00:00;"Legs";3900;"Squat";1;"102,5";4',
  ]
  const [bom, ...plain] = semicolons.join("\n")
  for (const file of [semicolons.join("\n"), `${bom}\r\n\n${plain.join("")}`])
    expect((await logsIn(file)).logs).toMatchObject([
      { durationS: 3900, weightUnit: "kg", exercises: [{ volume: 410 }] },
    ])
})

test("dates in the languages of the apps", () => {
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

test("a session whose date cannot be read keeps no other out; other tables are passed over", async () => {
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
  expect(await reasonOf(Buffer.from(`${hevyHead}\n${row("8 Aug 2026, 17:00")}Zoë`, "latin1"))).toEqual([
    ["x.csv", "not text in UTF-8"],
  ])
  const many = Array.from(
    { length: 20_001 },
    (_, n) => `"${n}","8 Aug 2026, 17:00","","","P",,"",0,"",1,1,,,`,
  )
  expect(await reasonOf([hevyHead, ...many].join("\n"))).toEqual([["x.csv", "has more than 20,000 sessions"]])
})

test("numbers out of reason count as nothing, and a quote that does not end takes only the rest", async () => {
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
