import type { Column } from "../list/column.ts"

export interface PrizeRow {
  id: number
  season: string
  /** A place in the season, or the title of the race of teams. */
  place: number | string
  title: string
  athlete: string | null
  status: string
  name: string | null
  line1: string | null
  line2: string | null
  city: string | null
  region: string | null
  postalCode: string | null
  country: string | null
  claimUntil: string
  shipped: string | null
  tracking: string | null
}

const states: Record<string, string> = {
  awarded: "waiting to be claimed",
  unpaid: "claimed, shipping not paid",
  ready: "ready to ship",
  shipped: "shipped",
}

export const columns: readonly Column<PrizeRow>[] = [
  { id: "athlete", title: "Winner", value: (row) => row.athlete ?? "an erased athlete" },
  { id: "season", title: "Season", value: (row) => row.season },
  { id: "place", title: "Place", value: (row) => row.place, numeric: true },
  { id: "title", title: "Prize", value: (row) => row.title },
  { id: "status", title: "State", value: (row) => states[row.status] ?? row.status },
  {
    id: "address",
    title: "Address",
    value: (row) =>
      [row.name, row.line1, row.line2, row.city, row.region, row.postalCode, row.country]
        .filter(Boolean)
        .join(", "),
  },
  { id: "claim", title: "Claim until", value: (row) => row.claimUntil },
  {
    id: "ship",
    title: "Shipped",
    value: (row) => [row.shipped, row.tracking].filter(Boolean).join(", "),
    cell: (row) =>
      row.status === "ready" ? (
        <span className="flex flex-wrap items-center gap-2">
          <input
            type="text"
            name={`tracking-${row.id}`}
            aria-label={`Tracking number for ${row.athlete}`}
            placeholder="Tracking"
            maxLength={100}
            className="min-h-9 w-36 border border-line bg-raised px-2"
          />
          <button
            type="submit"
            name="ship"
            value={row.id}
            className="min-h-9 cursor-pointer font-semibold underline"
          >
            Mark as shipped
          </button>
        </span>
      ) : (
        [row.shipped, row.tracking].filter(Boolean).join(", ")
      ),
  },
]

/** One line per parcel, in the fields that label programs ask for. */
export const labelColumns: readonly Column<PrizeRow>[] = [
  { id: "id", title: "Prize", value: (row) => row.id },
  { id: "name", title: "Name", value: (row) => row.name },
  { id: "line1", title: "Address 1", value: (row) => row.line1 },
  { id: "line2", title: "Address 2", value: (row) => row.line2 },
  { id: "city", title: "City", value: (row) => row.city },
  { id: "region", title: "Region", value: (row) => row.region },
  { id: "postal", title: "Postal code", value: (row) => row.postalCode },
  { id: "country", title: "Country", value: (row) => row.country },
  { id: "title", title: "Contents", value: (row) => row.title },
  { id: "status", title: "State", value: (row) => row.status },
]
