import { boards } from "#content/competitions.ts"
import type { Refusal } from "../../errors.ts"

export function unknownBoard(slug: string): Refusal {
  const names = boards.map((board) => board.slug).join(", ")
  return {
    status: 404,
    code: "unknown_board",
    title: "No such board",
    message: `There is no board "${slug.slice(0, 60)}". The running ones are ${names}; a season's board has the season's name.`,
  }
}

/** 400 with a sentence that names the parameter. */
export function wrongParameter(message: string): Refusal {
  return { status: 400, code: "invalid_parameter", title: "Not understood", message }
}
