/** The lines of an address, in its order; the country comes last. */
export const fields = [
  { name: "name", label: "Full name", autoComplete: "name", maxLength: 100, required: true },
  { name: "line1", label: "Street address", autoComplete: "address-line1", maxLength: 100, required: true },
  {
    name: "line2",
    label: "Apartment or unit",
    autoComplete: "address-line2",
    maxLength: 100,
    required: false,
  },
  { name: "city", label: "City", autoComplete: "address-level2", maxLength: 80, required: true },
  {
    name: "region",
    label: "State or region",
    autoComplete: "address-level1",
    maxLength: 80,
    required: false,
  },
  { name: "postalCode", label: "Postal code", autoComplete: "postal-code", maxLength: 20, required: true },
] as const

/** By the name of the field. */
export const labels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(fields.map(({ name, label }) => [name, label])),
  country: "Country",
}
