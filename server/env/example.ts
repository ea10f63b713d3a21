import { variableGroups } from "../env.ts"

const opening = `# Settings of the server. Copy this file to .env and set what you need; every line is optional.
# Written by \`node server/commands/env-example.ts\` from server/env.ts.
`

/** The text of .env.example: every variable with its meaning, default and example, commented out. */
export function envExample(): string {
  const groups = Object.entries(variableGroups).map(([title, variables]) => {
    const entries = Object.entries(variables).map(([name, variable]) => {
      const fallback = "default" in variable ? `# Default: ${variable.default || "none"}\n` : ""
      return `# ${variable.meaning}\n${fallback}# ${name}=${quoteWhenNeeded(variable.example)}\n`
    })
    return `\n## ${title}\n\n${entries.join("\n")}`
  })
  return opening + groups.join("")
}

function quoteWhenNeeded(value: string): string {
  return /[\s<>#"]/.test(value) ? `"${value}"` : value
}
