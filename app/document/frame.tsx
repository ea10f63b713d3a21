import type { ReactNode } from "react"
import { site } from "#content/site.ts"
import { AsOf } from "../live/as-of.tsx"
import { AccountLinks } from "../session/account-links.tsx"
import { Footer } from "../ui/footer.tsx"
import { Nav } from "../ui/nav.tsx"
import { UnitsSwitch } from "../units/units-switch.tsx"

const links = [
  { to: "/", label: "Home" },
  { to: "/athletes", label: "Our Athletes" },
  { to: "/partners", label: "Partners" },
  { to: "/blog", label: "Blog" },
  { to: "/leaderboard", label: "Leaderboard" },
]

const groups = [
  {
    title: "For Athletes",
    links: [
      { to: "/for-creators", label: "For Creators" },
      { to: "/athletes", label: "Our Athletes" },
      { to: "/leaderboard", label: "Leaderboard" },
      { to: "/events", label: "Events" },
    ],
  },
  {
    title: "For Brands",
    links: [
      { to: "/for-brands", label: "For Brands" },
      { to: "/partners", label: "Partners" },
      { to: "/case-study", label: "Case Study" },
      { to: "/shop", label: "Shop" },
    ],
  },
  {
    title: "Resources",
    links: [
      { to: "/blog", label: "Blog" },
      { to: "/newsletter", label: "Newsletter" },
      { to: site.links.chat, label: "Community Chat" },
    ],
  },
  {
    title: site.name,
    links: [
      { to: "/about", label: "About" },
      { to: "/community", label: "Community" },
      { to: "/donate", label: "Donate" },
      { to: site.links.instagram, label: "Instagram" },
    ],
  },
]

const documents = [
  { to: "/official-rules", label: "Official rules" },
  { to: "/privacy", label: "Privacy" },
  { to: "/terms", label: "Terms" },
  { to: "/cookies", label: "Cookies" },
  { to: "/imprint", label: "Imprint" },
  { to: "/report", label: "Report something" },
  { to: "/live-numbers", label: "Where our numbers come from" },
]

/** Navigation above and footer below every page, the error page included. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <Nav
        brand={site.name}
        links={links}
        account={<AccountLinks />}
        action={{ to: "/creator-application", label: "Join Community" }}
        memberAction={{ to: "/account#import", label: "Add a Workout" }}
      />
      <main id="main" tabIndex={-1} className="min-h-[70svh] pt-nav print:pt-0">
        {children}
      </main>
      <Footer
        groups={groups}
        documents={documents}
        tagline={site.tagline}
        units={<UnitsSwitch />}
        notice={`© ${site.copyrightYear} ${site.name}. All rights reserved.`}
      />
      <AsOf />
    </>
  )
}
