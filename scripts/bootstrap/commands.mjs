// @ts-check
/**
 * What `npm run <name>` does. To add a command: put its file in scripts/ (or where it belongs),
 * add a line here and `"<name>": "node scripts/bootstrap.mjs <name>"` to "scripts" in package.json.
 * Arguments after `--` reach the file as they are; a relative path among them is meant from INIT_CWD
 * (the folder the user stood in), because every command runs with the repository as working directory.
 *
 * file      run with the project's own Node
 * args      Node's options before the file
 * build     build the pages first when their sources changed
 * env       variables set unless the user has set them
 * lastLine  printed when installing or building failed, for readers of the last line
 *
 * @typedef {{ file: string, args?: string[], build?: boolean, env?: Record<string, string>, lastLine?: string }} Command
 * @type {Record<string, Command>}
 */
export const commands = {
  // NODE_ENV is left to the user: production means a deployed server, which asks for more and shows less.
  start: { file: "server/main.ts", build: true },
  dev: {
    file: "server/dev.ts",
    // What runs in Node restarts with its files; pages reload through Vite. Watched by folder, because following
    // imports would also follow the copies of its configuration that Vite writes.
    args: [
      "--watch-preserve-output",
      ...["adapters", "content", "domain", "platform", "primitives", "server", "supabase"].map(
        (room) => `--watch-path=./${room}`,
      ),
    ],
    env: { NODE_ENV: "development" },
  },
  backup: { file: "server/commands/backup.ts" },
  restore: { file: "server/commands/restore.ts" },
  "carry-over": { file: "server/commands/carry-over.ts" },
  jobs: { file: "server/commands/jobs.ts" },
  operator: { file: "server/commands/operator.ts" },
  inbox: { file: "server/commands/inbox.ts" },
  orders: { file: "server/commands/orders.ts" },
  newsletter: { file: "server/commands/newsletter.ts" },
  "rotate-keys": { file: "server/commands/rotate-keys.ts" },
  "export-accounts": { file: "server/commands/export-accounts.ts" },
  import: { file: "server/commands/import.ts" },
  review: { file: "server/commands/review.ts" },
  season: { file: "server/commands/season.ts" },
  recompute: { file: "server/commands/recompute.ts" },
  strava: { file: "server/commands/strava.ts" },
  "strava:sandbox": { file: "server/commands/strava-sandbox.ts" },
  bench: { file: "bench/run.ts", build: true, env: { NODE_ENV: "production" } },
  lighthouse: { file: "scripts/lighthouse.ts", build: true },
  test: { file: "scripts/test.ts", lastLine: "0 passed, 1 failed" },
}
