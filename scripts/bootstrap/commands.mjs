// @ts-check
/**
 * The `npm run <name>` commands. To add one: put its file in scripts/ (or where it belongs), add a line here and
 * `"<name>": "node scripts/bootstrap.mjs <name>"` to "scripts" in package.json. Arguments after `--` are passed on
 * unchanged; a relative path among them is resolved against INIT_CWD (the user's working folder), because every
 * command runs in the root of the repository.
 *
 * file      run with the project's own Node
 * args      Node options before the file
 * tools     install the development packages as well
 * build     build the pages first when their sources have changed
 * handsOver take the place of the bootstrap, for what runs for long
 * env       variables to set unless the user has set them
 * lastLine  printed last when installing or building fails, for tools that parse the last line
 *
 * @typedef {{ file: string, args?: string[], tools?: boolean, build?: boolean, handsOver?: boolean, env?: Record<string, string>, lastLine?: string }} Command
 * @type {Record<string, Command> & { start: Command }}
 */
export const commands = {
  // NODE_ENV is left to the user: production means a deployed server, which requires more settings and shows
  // less.
  // Node's own choice on a machine with much memory, 32 MB and more three times over, is kept by an idle server.
  start: { file: "server/main.ts", args: ["--max-semi-space-size=16"], build: true, handsOver: true },
  dev: {
    file: "server/dev.ts",
    // Node restarts when the server's files change; pages reload through Vite. Folders are watched, because
    // following imports would also follow the copies of its configuration that Vite writes.
    // What Node restarts has nobody else to tell it that all is over, if it was restarting when it was stopped itself.
    args: [
      ...["--import", "./scripts/bootstrap/stop-with-npm.mjs"],
      "--watch-preserve-output",
      ...["adapters", "content", "domain", "platform", "primitives", "server", "supabase"].map(
        (room) => `--watch-path=./${room}`,
      ),
    ],
    env: { NODE_ENV: "development" },
  },
  backup: { file: "server/commands/backup.ts" },
  restore: { file: "server/commands/restore.ts" },
  "upgrade-database": { file: "server/commands/upgrade-database.ts" },
  dns: { file: "server/commands/dns.ts" },
  jobs: { file: "server/commands/jobs.ts" },
  operator: { file: "server/commands/operator.ts" },
  "rotate-keys": { file: "server/commands/rotate-keys.ts" },
  "export-accounts": { file: "server/commands/export-accounts.ts" },
  storage: { file: "server/commands/storage.ts" },
  import: { file: "server/commands/import.ts" },
  words: { file: "server/commands/words.ts" },
  recompute: { file: "server/commands/recompute.ts" },
  strava: { file: "server/commands/strava.ts" },
  "sources:sandbox": { file: "server/commands/sources-sandbox.ts" },
  bench: { file: "bench/run.ts", tools: true, build: true, env: { NODE_ENV: "production" } },
  fuzz: { file: "scripts/fuzz.ts", tools: true, build: true },
  rehearse: { file: "scripts/rehearse.ts", tools: true, build: true },
  lighthouse: { file: "scripts/lighthouse.ts", tools: true, build: true },
  test: { file: "scripts/test.ts", tools: true, lastLine: "0 passed, 1 failed" },
}
