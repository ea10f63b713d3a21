/** What /developers says of the interface. That it is complete and its example runs is tested in server/http/api-v1. */

/** Addresses below /api/v1, by who may read them. */
export const apiAddresses: readonly {
  title: string
  text: string
  addresses: readonly [string, string][]
}[] = [
  {
    title: "For everybody",
    text: "What visitors of the site see, without a token. Athletes who are not shown have a place and no name.",
    addresses: [
      ["/boards", "The boards that are open"],
      ["/boards/{board}", "A board, page by page"],
      ["/boards/{board}/athletes/{athlete}", "How an athlete’s points are earned"],
      ["/seasons", "Closed seasons with their winners"],
      ["/seasons/{season}", "One of them"],
      ["/seasons/{season}/results", "Its final table"],
      ["/seasons/{season}/races", "The other races of a season"],
      ["/seasons/{season}/races/{race}", "A race of athletes"],
      ["/seasons/{season}/races/{race}/teams", "A team race"],
      ["/events", "The sessions to come"],
    ],
  },
  {
    title: "For you, with a token",
    text: "Your own training, and the members of the team whose captain you are.",
    addresses: [
      ["/me", "You, with your places"],
      ["/me/days", "Your days with their points"],
      ["/me/days/{day}/why", "How the points of a day are earned"],
      ["/me/activities", "Your workouts; send a file to upload one"],
      ["/me/imports/{import}", "What became of an upload"],
      ["/seasons/{season}/races/{race}/teams/{team}/members", "Members who recorded, for their captain"],
    ],
  },
]

/** An example that runs as it stands. @param origin of the site */
export const apiExample = (origin: string) => `curl "${origin}/api/v1/boards/this-month?limit=3"`

/** Ways to show the site elsewhere without a program. */
export const elsewhere: readonly { title: string; text: string; to: string; label: string }[] = [
  {
    title: "On a website or a screen",
    text: "Each race’s page has a frame for other sites, a feed of its results, and a page for a screen in a clubhouse.",
    to: "/leaderboard",
    label: "Leaderboard",
  },
  {
    title: "In a calendar",
    text: "All sessions as one calendar. Members make an address for their own under Settings: seasons, prizes to claim, and their sessions.",
    to: "/events",
    label: "Events",
  },
  {
    title: "In a chat",
    text: "Captains have the weekly board of their team posted to Discord or Slack, by an incoming webhook on their team’s page.",
    to: "/account/races",
    label: "Your Races",
  },
]
