import type { Target } from "./target.ts"

/** Values that a visitor would type, by the kind of field. */
const typed: Record<string, string> = {
  email: "ana@example.com",
  tel: "+1 303 555 0100",
  url: "https://example.com",
  number: "3",
  text: "Ana Example",
}

/**
 * Learns from the site which input each address accepts, so that requests get past its first check: the forms in the
 * HTML of pages, with their hidden fields, and the fields that functions report as missing.
 */
export async function learn(
  origin: string,
  targets: readonly Target[],
  { member, operator }: Record<"member" | "operator", Record<string, string>>,
): Promise<void> {
  const formsOf = new Map<string, Record<string, string>[]>()
  for (const target of targets) {
    if (target.kind === "function") target.fields = await fieldsOf(origin + target.path, member)
    if (!isPage(target) || /[:*]/.test(target.path)) continue
    const page = target.path.replace(/\.data$/, "").replace(/\/_root$/, "") || "/"
    const forms =
      formsOf.get(page) ?? (await formsIn(origin + page, target.kind === "console" ? operator : {}))
    formsOf.set(page, forms)
  }
  // A form may be sent to another page than its own, and pages with a token show theirs only to its owner.
  const all = [...formsOf.values()].flat()
  for (const target of targets)
    if (isPage(target)) target.forms = formsOf.get(target.path.replace(/\.data$/, "")) ?? all
}

const isPage = ({ kind }: Target) => kind === "page" || kind === "console"

async function fieldsOf(url: string, headers: Record<string, string>): Promise<string[]> {
  const response = await fetch(url, {
    method: "POST",
    body: "{}",
    headers: { ...headers, "content-type": "application/json" },
  })
  const wrong = (await response.json().catch(() => null)) as { fields?: { field: string }[] } | null
  return (wrong?.fields ?? []).map(({ field }) => field.split(".")[0] ?? "").filter(Boolean)
}

async function formsIn(url: string, headers: Record<string, string>): Promise<Record<string, string>[]> {
  const html = await (await fetch(url, { headers: { ...headers, accept: "text/html" } })).text()
  return (html.match(/<form\b[\s\S]*?<\/form>/g) ?? []).flatMap((form) => {
    const fields = form.match(/<(?:input|textarea|button)\b[^>]*>|<select\b[\s\S]*?<\/select>/g) ?? []
    const filled = Object.fromEntries(fields.flatMap((field) => filledIn(field)))
    return Object.keys(filled).length > 0 ? [filled] : []
  })
}

/** Name and value that the element sends when a person has filled it in; nothing for one without a name. */
function filledIn(field: string): [name: string, value: string][] {
  const tag = /^<[^>]*>/.exec(field)?.[0] ?? ""
  const attribute = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  const name = attribute("name")
  if (!name) return []
  const option = /<option\b[^>]*\svalue="([^"]+)"/.exec(field)?.[1]
  const type = attribute("type") ?? "text"
  // People do not see it, so they leave it alone.
  if (type === "hidden" || attribute("tabindex") === "-1") return [[name, attribute("value") ?? ""]]
  return [[name, (option ?? attribute("value")) || (typed[type] ?? "on")]]
}
