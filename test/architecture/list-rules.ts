/** Lists that must name the same things. Each rule returns one sentence per difference. */

interface PackageFile {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/**
 * Every dependency is locked to an exact version and has a line "- `name` version: why" in the decisions, and there is
 * no line for a removed one.
 */
export function dependencyViolations(packageJson: PackageFile, decisions: string): string[] {
  const wanted = { ...packageJson.dependencies, ...packageJson.devDependencies }
  const lines = new Map<string, string>()
  for (const [, name = "", version = ""] of decisions.matchAll(/^- `([^`]+)` (\S+): \S.{15,}$/gm)) {
    lines.set(name, version)
  }
  const problems: string[] = []
  for (const [name, given] of Object.entries(wanted)) {
    // "npm:typescript@7.0.2" is version 7.0.2 under another name.
    const version = given.replace(/^npm:.+@/, "")
    if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      problems.push(`${name}: "${version}" is not one exact version`)
    const said = lines.get(name)
    if (said === undefined) problems.push(`${name}: no line on why in the decisions`)
    else if (said !== version)
      problems.push(`${name}: the decisions say ${said}, package.json says ${version}`)
  }
  for (const name of lines.keys()) {
    if (!(name in wanted)) problems.push(`${name}: has a line in the decisions but is not a dependency`)
  }
  return problems
}

/** Every variable that the server reads is listed in .env.example, and no other. */
export function environmentViolations(variables: readonly string[], example: string): string[] {
  const shown = [...example.matchAll(/^#?\s*([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1] ?? "")
  return [
    ...variables.filter((name) => !shown.includes(name)).map((name) => `${name} is missing in .env.example`),
    ...shown.filter((name) => !variables.includes(name)).map((name) => `${name} in .env.example is not read`),
  ]
}

/** Every npm script goes through the bootstrap and names a command that it knows, and every command has a script. */
export function scriptViolations(scripts: Record<string, string>, commands: readonly string[]): string[] {
  return [
    ...Object.entries(scripts)
      .filter(([name, script]) => script !== `node scripts/bootstrap.mjs ${name}` || !commands.includes(name))
      .map(([name, script]) => `npm run ${name} is "${script}"`),
    ...commands.filter((name) => !(name in scripts)).map((name) => `the command ${name} has no npm script`),
  ]
}
