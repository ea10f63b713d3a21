import { z } from "zod"
import { isReportReason, type ReportReason, reportLimits } from "#content/reports.ts"

/** Child abuse may be reported without a name and address (Article 16(2)(c) of Regulation (EU) 2022/2065). */
const namelessReason = "child-abuse"

const text = (longest: number) => z.string().trim().max(longest)

/**
 * The form for everybody, as it is sent: what it is about, why it is illegal or against the terms, who reports it, and that
 * they believe it (Article 16(2)(a) to (d)).
 * @param siteUrl an address of this site, "https://b4m.example"
 */
export function pageReportShape(siteUrl: string) {
  return z
    .object({
      address: text(2_000).transform((address, context) => {
        const url = URL.parse(address, siteUrl)
        if (url && address !== "" && url.origin === new URL(siteUrl).origin) return url.pathname
        context.addIssue({ code: "custom", message: "address" })
        return z.NEVER
      }),
      reason: z.custom<ReportReason>(isReportReason, "reason"),
      note: text(reportLimits.note).min(20, "note"),
      name: text(120).default(""),
      email: z.union([z.literal(""), z.email("email").max(320)]).default(""),
      nameless: z.literal(namelessReason).optional(),
      goodFaith: z.literal("on", "goodFaith"),
    })
    .check(({ value, issues }) => {
      if (value.nameless) return
      for (const field of ["name", "email"] as const)
        if (value[field] === "") issues.push({ code: "custom", message: field, path: [field], input: value })
    })
}
