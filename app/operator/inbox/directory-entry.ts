import { answerText } from "#domain/leads/answers.ts"
import type { Submission } from "#domain/leads/inbox.ts"
import { athleteOfEmail } from "#domain/members/member.ts"
import type { Db } from "#ports/db.ts"

/** The fields of a new entry in the directory, from an application. Null for other forms. */
export async function directoryEntry(
  db: Db,
  { form, name, email, answers }: Pick<Submission, "form" | "name" | "email" | "answers">,
): Promise<Record<string, unknown> | null> {
  if (form !== "athlete-application") return null
  const sports = answers.sport
  // Whoever competes with this address brings the photo and the place of their account.
  const member = await athleteOfEmail(db, email)
  return {
    name,
    nickname: "N/a",
    handle: /@([\w.]+)/.exec(answerText(answers, "socials"))?.[1]?.toLowerCase() ?? "",
    sport: typeof sports === "string" ? sports : (sports?.join(", ") ?? ""),
    races: `${/\d+/.exec(answerText(answers, "races"))?.[0] ?? 0}+`,
    home: answerText(answers, "city"),
    bio: answerText(answers, "goals"),
    listed: "yes",
    ...(member ? { member: member.slug } : {}),
  }
}
