import { z } from "zod"
import { profiles } from "../athletes.ts"
import { athleteProfileShape } from "../schema.ts"
import { kindOf, lineShape, uploadedShape } from "./kind.ts"

const entryShape = athleteProfileShape.extend({
  name: lineShape,
  nickname: lineShape,
  sport: lineShape,
  home: lineShape,
  bio: z.string().trim().min(20).max(3000),
  topEvents: z.array(lineShape).max(6).readonly(),
  // Somebody who applied has photos, or the neutral figure, and no drawings of their own.
  pictures: z.array(athleteProfileShape.shape.pictures.unwrap().element).max(4).readonly(),
  portrait: uploadedShape.optional(),
  action: uploadedShape.optional(),
})
/** An athlete of the directory, drawn or with photos. */
export type AthleteEntry = z.infer<typeof entryShape>

const neutral = "none.1.0.2"

export const athleteKind = kindOf<AthleteEntry>({
  title: "Athletes",
  one: "athlete",
  shape: entryShape,
  defaults: profiles,
  slugOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  controls: [
    { name: "name", label: "Name", as: "line" },
    { name: "nickname", label: "Nickname", as: "line", hint: "N/a for none." },
    { name: "handle", label: "Name on Instagram, without @", as: "line" },
    { name: "sport", label: "Sports", as: "line", hint: "Such as “Running, Lifting”." },
    { name: "races", label: "Races completed", as: "line", hint: "Such as “10+”." },
    { name: "home", label: "Home", as: "line" },
    { name: "bio", label: "About them", as: "text" },
    { name: "topEvents", label: "Top events", as: "lines", hint: "One in each line.", optional: true },
    {
      name: "member",
      label: "Their address on the boards",
      as: "line",
      hint: "The last part of /leaderboard/athletes/…, if they compete with an account.",
      optional: true,
    },
    {
      name: "listed",
      label: "In the directory",
      as: "choice",
      options: [
        ["yes", "Listed"],
        ["no", "A page only"],
      ],
    },
    { name: "portrait", label: "Portrait", as: "picture", optional: true },
    { name: "action", label: "Action photo", as: "picture", optional: true },
  ],
  fields: (value) => ({ ...value, listed: value.listed ? "yes" : "no" }),
  derive: ({ listed, topEvents = [] }, slug) => {
    const drawn = profiles.find(({ id }) => id === slug)
    return {
      id: slug,
      topEvents,
      listed: listed === "yes" || listed === true,
      look: drawn?.look ?? neutral,
      pictures: drawn?.pictures ?? [],
    }
  },
  part: "publishing",
  pages: (slug) => [`/athletes/${slug}`, "/athletes"],
  grows: true,
})
