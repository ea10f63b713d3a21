import type { ReactNode } from "react"
import { Link } from "react-router"
import { site } from "#content/site.ts"
import type { ExternalLinks } from "#content/words/links.ts"
import { AsOf } from "../live/as-of.tsx"
import { AccountLinks } from "../session/account-links.tsx"
import { Footer } from "../ui/footer.tsx"
import { Nav } from "../ui/nav.tsx"
import { UnitsSwitch } from "../units/units-switch.tsx"
import { type FrameWords, useFrame } from "./document.tsx"

const links = [
  { to: "/", label: "Home" },
  { to: "/athletes", label: "Our Athletes" },
  { to: "/partners", label: "Partners" },
  { to: "/blog", label: "Blog" },
  { to: "/leaderboard", label: "Leaderboard" },
]

const groupsWith = (external: ExternalLinks) => [
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
      { to: external.chat, label: "Community Chat" },
      { to: "/developers", label: "Developers" },
    ],
  },
  {
    title: site.name,
    links: [
      { to: "/about", label: "About" },
      { to: "/community", label: "Community" },
      { to: "/donate", label: "Donate" },
      { to: external.instagram, label: "Instagram" },
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
  const { links: external, banner } = useFrame()
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
        {banner && <BannerLine {...banner} />}
        {children}
      </main>
      <Footer
        groups={groupsWith(external)}
        documents={documents}
        tagline={site.tagline}
        units={<UnitsSwitch />}
        notice={`© ${site.copyrightYear} ${site.name}. All rights reserved.`}
      />
      <AsOf />
    </>
  )
}

/** One line above the page, which an operator wrote. */
function BannerLine({ text, label, href }: NonNullable<FrameWords["banner"]>) {
  return (
    <aside
      aria-label="Announcement"
      className="field-ink gutter flex flex-wrap items-center justify-center gap-x-5 border-b border-line py-2 text-center text-small print:hidden"
    >
      <p className="py-1 font-semibold wrap-anywhere">{text}</p>
      {label && href && <BannerLink href={href}>{label}</BannerLink>}
    </aside>
  )
}

function BannerLink({ href, children }: { href: string; children: string }) {
  const className = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
  return href.startsWith("/") ? (
    <Link to={href} className={className}>
      {children}
    </Link>
  ) : (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
    </a>
  )
}
