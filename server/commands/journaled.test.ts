/** For every shell command and subcommand: which journal entry it writes, or why it writes none. */
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { type CommandName, commands } from "#domain/operator/commands.ts"

const reads = "it only reads"
const whole = "it works on the files of the database as a whole, which must not run or is copied"
const local = "it stands in for a service on the developer's machine"

type Entry = CommandName | readonly CommandName[] | typeof reads | typeof whole | typeof local

/** By script and subcommand; a script without subcommands has the empty one. */
const table: Record<string, Record<string, Entry>> = {
  backup: { "": whole },
  dns: { "": reads },
  "export-accounts": { "": "accounts.export" },
  import: { "": "person.import" },
  jobs: { list: reads, dead: reads, retry: "job.retry", drop: "job.drop" },
  operator: { add: "role.grant", remove: "role.remove", list: reads },
  recompute: { "": "competition.repair" },
  restore: { "": whole },
  "rotate-keys": { "": "keys.rotate" },
  "sources-sandbox": { "": local },
  storage: { "": whole },
  strava: { status: reads, subscribe: "source.subscribe", show: reads, unsubscribe: "source.unsubscribe" },
  words: { export: "content.export", import: "content.import" },
  "upgrade-database": { "": whole },
}

/** The subcommands in a script's usage: the first word of each line that is indented by two. */
function verbsOf(source: string): string[] {
  const usage = /const usage = `([\s\S]*?)\n`/.exec(source)?.[1] ?? ""
  if (!/^Usage: .*<command>/.test(usage)) return [""]
  const lines = usage.split("\n").slice(1)
  const end = lines.findIndex((line) => /^\S/.test(line))
  const found = lines.slice(0, end === -1 ? undefined : end).flatMap((line) => {
    const [, verbs = "", quoted = ""] = /^ {2}([a-z]+(?:\|[a-z]+)*)\b/.exec(line) ?? []
    return [...verbs.split("|"), ...(/"([a-z]+) <number>" /.exec(line)?.slice(1) ?? []), quoted].filter(
      Boolean,
    )
  })
  return [...new Set(found)]
}

const programs = (await readdir(import.meta.dirname)).filter((name) => /^[a-z-]+\.ts$/.test(name))
const sources = await Promise.all(
  programs.map(
    async (name) => [name.slice(0, -3), await readFile(join(import.meta.dirname, name), "utf8")] as const,
  ),
)

test("the table contains exactly the scripts and subcommands that an operator can run", () => {
  const scripts = sources.filter(
    ([, text]) => /`npm run|^\/\*\* `|npm run [a-z:-]+/.test(text.slice(0, 400)) && !/^export /m.test(text),
  )
  const found = Object.fromEntries(scripts.map(([name, text]) => [name, verbsOf(text).sort()]))
  const expected = Object.fromEntries(
    Object.entries(table).map(([name, verbs]) => [name, Object.keys(verbs).sort()]),
  )
  expect(found).toEqual(expected)
})

test("every journal entry of a subcommand is a known command, and its script calls the operators' functions", () => {
  for (const [script, verbs] of Object.entries(table)) {
    const entries = Object.values(verbs).flat()
    const named = entries.filter((entry) => Object.hasOwn(commands, entry))
    const text = sources.find(([name]) => name === script)?.[1] ?? ""
    const journals = /#domain\/operator\/(?!roles)|note-in-shell/.test(text)
    expect([script, journals]).toEqual([script, named.length > 0])
  }
})
