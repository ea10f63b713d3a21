import type { Series } from "#primitives/series.ts"
import type { Units } from "../units/units.ts"

const size = 320
const margin = 14

/** The recorded track, on a plain drawing with north up, above the track of the twin recording. */
export function Track({
  path,
  twin,
  units = "metric",
}: {
  path: Series["path"]
  twin?: Series["path"] | undefined
  units?: Units
}) {
  const beside = twin && isNear(path, twin) ? twin : undefined
  const known = [...path, ...(beside ?? [])].filter((one) => one !== null)
  if (known.length < 2) return <p className="text-small text-muted">No GPS positions were recorded.</p>
  const lats = known.map(([lat]) => lat)
  const lons = known.map(([, lon]) => lon)
  const middle = (Math.min(...lats) + Math.max(...lats)) / 2
  const narrow = Math.max(0.01, Math.cos((middle * Math.PI) / 180))
  const [left, top] = [Math.min(...lons), Math.max(...lats)]
  const width = (Math.max(...lons) - left) * narrow
  const height = top - Math.min(...lats)
  const scale = (size - 2 * margin) / Math.max(width, height, 1e-5)
  const place = ([lat, lon]: [number, number]) => [
    margin + (lon - left) * narrow * scale + (size - 2 * margin - width * scale) / 2,
    margin + (top - lat) * scale + (size - 2 * margin - height * scale) / 2,
  ]
  const draw = (line: Series["path"]) =>
    line
      .map((one, index) => {
        if (!one) return ""
        const [x = 0, y = 0] = place(one)
        return `${index === 0 || !line[index - 1] ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`
      })
      .join("")
  const [startX = 0, startY = 0] = place(path.find((one) => one !== null) ?? [middle, left])
  const meters = Math.max(width, height) * 111_195
  return (
    <figure>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        className="w-full max-w-96"
        role="img"
        aria-label={`The recorded route, ${inWords(meters, units)} across`}
      >
        {twin && (
          <path d={draw(beside ?? [])} fill="none" stroke="var(--danger)" strokeWidth="5" opacity="0.45" />
        )}
        <path d={draw(path)} fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
        <circle cx={startX} cy={startY} r="5" fill="#d4ff3a" stroke="currentColor" strokeWidth="2" />
      </svg>
      <figcaption className="text-small text-muted">
        {`${inWords(meters, units)} across; the dot is the start.${beside ? " Red: the other recording." : ""}${twin && !beside ? " The other recording is somewhere else." : ""}`}
      </figcaption>
    </figure>
  )
}

function inWords(meters: number, units: Units): string {
  if (units === "imperial") return `${(meters / 1609.344).toFixed(1)} mi`
  return meters < 1000 ? `${Math.round(meters)} m` : `${(meters / 1000).toFixed(1)} km`
}

/** Whether both fit into one drawing: their first positions are at most half a degree apart. */
function isNear(path: Series["path"], twin: Series["path"]): boolean {
  const [a, b] = [path, twin].map((line) => line.find((one) => one !== null))
  return Boolean(a && b && Math.abs(a[0] - b[0]) < 0.5 && Math.abs(a[1] - b[1]) < 0.5)
}
