/** `npm run strava:sandbox`: a stand-in for Strava on this machine (docs/strava.md). */
import { serve } from "@hono/node-server"
import { createStravaSandbox } from "#adapters/sources/strava/sandbox.ts"

const port = Number(process.argv[2] ?? 4010)
const [clientId, clientSecret] = ["12345", "sandbox-secret"]
const { app } = createStravaSandbox({ clientId, clientSecret })
serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, () => {
  process.stdout.write(
    [
      `The stand-in for Strava is running at http://localhost:${port}. It is not Strava and has two invented athletes.`,
      "Start the site with:",
      `  STRAVA_CLIENT_ID=${clientId} STRAVA_CLIENT_SECRET=${clientSecret} STRAVA_VERIFY_TOKEN=sandbox-verify \\`,
      `  STRAVA_BASE_URL=http://localhost:${port}/api/v3 STRAVA_OAUTH_URL=http://localhost:${port}/oauth npm start`,
      "Then, in another terminal with the same settings: npm run strava -- subscribe",
      `A new activity: curl -X POST http://localhost:${port}/sandbox/activities -d '{"athlete":"1001","distance":12000}'`,
      "",
    ].join("\n"),
  )
})
