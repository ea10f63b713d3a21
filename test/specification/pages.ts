import { site } from "#content/site.ts"
import type { PageItems } from "./item.ts"

/**
 * Sections 2, 3, 6 and 9, page by page: home, the athletes, the community and the forms for visitors. In the markup, a
 * number follows its label.
 */
export const pages: readonly PageItems[] = [
  {
    section: "2 Top navigation",
    path: "/about",
    links: {
      Home: "/",
      "Our Athletes": "/athletes",
      Partners: "/partners",
      Blog: "/blog",
      Leaderboard: "/leaderboard",
      "Join Community": "/creator-application",
    },
  },
  {
    section: "2 Home",
    path: "/",
    texts: [
      "Where Everyday Athletes Compete, Connect, and Win",
      "About Us",
      "It started as a group chat",
      "last 2 weeks",
      "Partner With Us",
      "© 2024",
    ],
    links: {
      "Join the Competition": "/leaderboard",
      "View Full Leaderboard": "/leaderboard",
      "Join the Activity Club": site.links.club,
      "View All Posts": "/blog",
      "For Brands": "/for-brands",
      "Join the Community Chat": site.links.chat,
      "Follow on Instagram": site.links.instagram,
      "Our Athletes": "/athletes",
      Partners: "/partners",
      About: "/about",
    },
    markup: ["min-height:403px"],
  },
  {
    section: "2 Home, How It Works",
    path: "/",
    texts: [
      "How It Works",
      "Create an athlete profile",
      "Join the activity-tracking group",
      "Your invite arrives after signup",
      "Climb the leaderboard",
      "Workouts sync automatically, and rankings use activity time, distance and consistency",
      "Win prizes every two weeks",
      "Winners pay only shipping",
    ],
    links: { "Get Started Today": "/leaderboard" },
  },
  {
    section: "2 Home, blog teaser",
    path: "/",
    links: {
      [`${site.name} Pop-Up Race in Costa Mesa`]: `/blog/${site.slug}-pop-up-race-costa-mesa`,
      "Setting Goals for Your Social Media Journey": "/blog/setting-goals-social-media-journey",
      "Growing Your Personal Brand as an Athlete": "/blog/growing-personal-brand",
    },
  },
  {
    section: "2 /about",
    path: "/about",
    texts: ["Our mission", "What We Do", "For Athletes", "For Brands"],
    links: { "For Brands": "/for-brands", "For Creators": "/for-creators" },
  },
  {
    section: "2 /athletes",
    path: "/athletes",
    texts: ["10+ races", "5+ races", "Follow on Instagram"],
    links: {
      "Apply to Join Our Athletes": "/athlete-application",
      "Become an Athlete": "/athlete-application",
      "Partner with Athletes": "/brand-application",
    },
    markup: ["line-clamp-3"],
    times: { "View Profile": 14, "Follow on Instagram :": 14 },
  },
  {
    section: "2 /athletes/{id}",
    path: "/athletes/maren-oyelaran",
    texts: ["races completed", "Sport", "Top Events", "Action Photos", "Follow @"],
    links: { "Back to Athletes": "/athletes" },
  },
  {
    section: "2 /community",
    path: "/community",
    texts: [
      ...["Built Together", "active members 500+", "miles logged weekly 1200+", "events this year 48"],
      ...["raised for research $25K+", "Podcast", "Instagram"],
    ],
    links: { "Join the Group Chat": site.links.groupChat, "Follow on Instagram": site.links.instagram },
    times: { "In their words": 1 },
  },
  {
    section: "2 /events",
    path: "/events",
    texts: [
      ...["Every Tuesday & Thursday, 6:00 AM", "25 spots left", "Every Saturday, 7:00 AM", "40 spots left"],
      ...["March 15, 2025, 8:00 AM", "15 spots", "Every Sunday, 10:00 AM", "20 spots left"],
    ],
    // The one-time event is over: nobody can join it anymore.
    times: { "Join This Event": 3 },
  },
  { section: "2 /partners", path: "/partners", texts: ["within 48 hours"] },
  {
    section: "2 /donate",
    path: "/donate",
    texts: [
      ...["50% research", "30% community programs", "20% awareness"],
      ...["raised $45,000", "grants 3", "families 150+", "events 12"],
      ...["Give $25", "Give $50", "Give $100", "Custom Amount"],
      ...["Give $15 every month", "Give $25 every month", "Give $50 every month", "Corporate Partner"],
    ],
  },
  { section: "2 /newsletter", path: "/newsletter", texts: ["No spam... Unsubscribe at any time"] },
  {
    section: "2 /creator-newsletter",
    path: "/creator-newsletter",
    texts: ["No spam... Unsubscribe at any time"],
  },
  {
    section: "2 /leaderboard",
    path: "/leaderboard",
    texts: ["monthly competition", "How to join", "Top 5", "last 10 days", "updated daily"],
    markup: ["group-open:rotate-180"],
  },
  {
    section: "6 Competition rules",
    path: "/leaderboard",
    texts: [
      "Must be a member of the activity club.",
      "Activities must be public.",
      "Winners cannot win in back-to-back months.",
      "Prizes may change; winners are told by e-mail or direct message.",
      "Cheating means disqualification.",
    ],
  },
  { section: "2 /auth", path: "/auth", texts: ["Sign in", "New here? Create an account"] },
  {
    section: "2 Route table",
    path: "/no/such/page",
    texts: ["Oops! Page not found"],
    links: { "Return to Home": "/" },
  },
]
