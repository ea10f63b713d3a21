import { pictureSrc } from "./artwork/address.ts"
import { billieStraub } from "./athletes/billie-straub.ts"
import { carmenIbarrola } from "./athletes/carmen-ibarrola.ts"
import { dashOkonjo } from "./athletes/dash-okonjo.ts"
import { gusPellerin } from "./athletes/gus-pellerin.ts"
import { hollisTran } from "./athletes/hollis-tran.ts"
import { kaiFitzmaurice } from "./athletes/kai-fitzmaurice.ts"
import { linusVargaCho } from "./athletes/linus-varga-cho.ts"
import { marenOyelaran } from "./athletes/maren-oyelaran.ts"
import { noorHaddadin } from "./athletes/noor-haddadin.ts"
import { priyaSundaresh } from "./athletes/priya-sundaresh.ts"
import { rosalindAchterberg } from "./athletes/rosalind-achterberg.ts"
import { tamsinLeclair } from "./athletes/tamsin-leclair.ts"
import { teoBarragan } from "./athletes/teo-barragan.ts"
import { yukiLindqvist } from "./athletes/yuki-lindqvist.ts"
import { zekeAmadiRoss } from "./athletes/zeke-amadi-ross.ts"
import { doing } from "./figures/words.ts"
import type { Athlete, AthleteProfile, DrawnArt } from "./schema.ts"

/** Fictional sample athletes, one file each; replace them with your own. */
export const profiles: readonly AthleteProfile[] = [
  marenOyelaran,
  teoBarragan,
  priyaSundaresh,
  dashOkonjo,
  billieStraub,
  kaiFitzmaurice,
  hollisTran,
  noorHaddadin,
  gusPellerin,
  yukiLindqvist,
  rosalindAchterberg,
  tamsinLeclair,
  zekeAmadiRoss,
  carmenIbarrola,
  linusVargaCho,
]

/** Every athlete with a page, including picture URLs. */
export const athletes: readonly Athlete[] = profiles.map((profile) => {
  const images = profile.pictures.map((_, index) => pictureSrc("athletes", profile.id, index + 1))
  return { ...profile, image: images[0] ?? "", images, art: artOf(profile) }
})

function artOf({ id, name, look, pictures }: AthleteProfile): DrawnArt[] {
  return pictures.map(({ pose, ground }, index) => ({
    alt: `${name}, drawn ${doing[pose]}${index > 0 ? ", with the moments before" : ""}.`,
    ground,
    draw: { scene: "figure", pose, look, athlete: id, moving: index > 0 },
  }))
}

/** The athlete with this id, or undefined when there is none. */
export function athleteById(id: string): Athlete | undefined {
  return athletes.find((athlete) => athlete.id === id)
}
