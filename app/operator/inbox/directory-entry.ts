import { answerText } from "#domain/leads/answers.ts"
import type { Submission } from "#domain/leads/inbox.ts"

/**
 * The file of content/athletes for an accepted athlete, prepared from the application: parts that only a person can
 * write are marked. Null for other forms.
 */
export function directoryEntry({
  form,
  name,
  answers,
}: Pick<Submission, "form" | "name" | "answers">): { path: string; text: string } | null {
  if (form !== "athlete-application") return null
  const slug = name
    .normalize("NFD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
  const sports = answers.sport
  const entry = {
    id: slug,
    name,
    nickname: "",
    handle: /@([\w.]+)/.exec(answerText(answers, "socials"))?.[1] ?? "",
    sport: typeof sports === "string" ? sports : (sports?.[0] ?? ""),
    races: answerText(answers, "races"),
    listed: true,
    home: answerText(answers, "city"),
    bio: answerText(answers, "goals"),
    topEvents: [],
    art: [],
  }
  const constant = slug.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  const fields = Object.entries(entry).map(([key, value]) => `  ${key}: ${JSON.stringify(value)},`)
  return {
    path: `content/athletes/${slug}.ts`,
    text: `import type { AthleteProfile } from "../schema.ts"\n\nexport const ${constant} = {\n${fields.join("\n")}\n} as const satisfies AthleteProfile\n`,
  }
}
