import type { ActivityKind } from "#content/activity-kinds.ts"

/** An invented member. */
interface Member {
  name: string
  timeZone: string
  kind: ActivityKind
  /** How probable it is that a day has a workout, from 0 to 1. */
  diligence: number
  /** Usual length of a workout in minutes. */
  minutes: number
}

/** Given and family names by script: ten of them, one with a joiner, one from right to left, one with marks, one with an emoji. */
const names: readonly (readonly [given: readonly string[], family: readonly string[]])[] = [
  [
    ["Maya", "Jonas", "Ruth", "Caleb", "Ines", "Noor"],
    ["Okafor", "Bell", "Castellanos-Worthington", "Ito", "Hale"],
  ],
  [
    ["Đỗ Minh", "Nguyễn Thị", "Trần Quốc"],
    ["Ánh", "Phượng", "Việt"],
  ],
  [
    ["李", "王", "陈"],
    ["雨桐", "子涵", "浩然"],
  ],
  [
    ["山本", "小林", "渡辺"],
    ["さくら", "ひなた", "ケンタ"],
  ],
  [
    ["김", "박", "최"],
    ["서연", "민준", "하은"],
  ],
  [
    ["محمد", "ليلى", "یوسف"],
    ["الراشد", "حداد", "می‌نویسد"],
  ],
  [
    ["נועה", "איתן", "תמר"],
    ["לוי", "כהן", "ברק"],
  ],
  [
    ["Алексей", "Дарья", "Олена"],
    ["Смирнов", "Коваленко", "Орлова"],
  ],
  [
    ["Ελένη", "Νίκος", "Δάφνη"],
    ["Παππά", "Γεωργίου", "Λάμπρου"],
  ],
  [
    ["अनन्या", "रोहन", "മീര"],
    ["शर्मा", "वर्मा", "🏃‍♀️"],
  ],
]

const zones = ["America/Los_Angeles", "America/New_York", "Europe/Berlin", "Asia/Tokyo", "Asia/Kolkata"]
const kinds: readonly ActivityKind[] = [
  "run",
  "ride",
  "swim",
  "strength",
  "row",
  "walk",
  "yoga",
  "wheelchair",
  "handcycle",
  "nordicski",
]

/** The address of the account of a member. */
export const emailOf = (nr: number) => `member-${nr}@rehearsal.example`

/**
 * Creates this many members; the first trains most and the last least. The same number gives the same members in each
 * process.
 */
export function people(count: number): Member[] {
  return Array.from({ length: count }, (_, nr) => {
    const [given, family] = names[nr % names.length] as (typeof names)[number]
    const round = Math.floor(nr / names.length)
    const name = [given[round % given.length], family[Math.floor(round / given.length) % family.length]]
    const share = count === 1 ? 0 : nr / (count - 1)
    return {
      name: name.join(" "),
      timeZone: zones[nr % zones.length] as string,
      // The winner runs, so that the race's leader has the plain figure.
      kind: nr === 0 ? "run" : (kinds[nr % kinds.length] as ActivityKind),
      // Nobody earns more than an athlete who runs for two hours every day.
      diligence: nr === 0 ? 1 : 0.95 - 0.8 * share,
      minutes: nr === 0 ? 120 : 75 - 45 * share,
    }
  })
}
