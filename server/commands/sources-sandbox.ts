/** `npm run sources:sandbox`: local stand-ins for every service that athletes connect (docs/sources.md). */
import { serve } from "@hono/node-server"
import { createStandIns } from "#adapters/sources/stand-in/all.ts"

const port = readPort()
const url = `http://localhost:${port}`
const { app, standIns } = createStandIns({ url: () => url })
serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, () => {
  process.stdout.write(
    [
      `Stand-ins are running at ${url}: ${standIns.map(({ name }) => name).join(", ")}.`,
      "They are not these services, and each has two invented athletes.",
      `Start the site with: SOURCES_SANDBOX=${url} npm start`,
      "Connect one of them on the account page. A new workout, its edit and its deletion (the answer has its id):",
      `  curl -X POST ${url}/polar/sandbox/activities -d '{"meters":12000}'`,
      `  curl -X POST ${url}/polar/sandbox/activities -d '{"id":"...","meters":9000}'`,
      `  curl -X DELETE ${url}/polar/sandbox/activities/...`,
      `Simulate a failure, and stop again: curl -X PUT ${url}/polar/sandbox/faults -d '{"doubled":true}' (or '{}')`,
      "",
    ].join("\n"),
  )
})

/** The port: the first argument, 4010 by default. */
function readPort(): number {
  const port = Number(process.argv[2] ?? 4010)
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  process.stderr.write("Usage: npm run sources:sandbox -- [<port, by default 4010>]\n")
  process.exit(2)
}
