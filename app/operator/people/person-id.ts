import { data } from "react-router"

/** The account in the address; 404 if it is not an id. */
export function personId({ params }: { params: { id?: string } }): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(params.id ?? "")) throw data(null, { status: 404 })
  return params.id ?? ""
}
