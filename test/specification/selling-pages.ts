import { site } from "#content/site.ts"
import type { PageItems } from "./item.ts"

/** Sections 2, 3 and 9: the offers to brands and creators, and the applications that they lead to. */
export const sellingPages: readonly PageItems[] = [
  {
    section: "2 /for-brands, Connect",
    path: "/for-brands",
    texts: ["Connect", "Free"],
    links: { "Apply as a Brand": "/brand-application" },
  },
  {
    section: "2 /for-brands, Manage",
    path: "/for-brands",
    texts: ["Manage", "Social Media Planner $49 /month", "Built 2 Connect $249 /month"],
    markup: ['href="/social-media-planner-waitlist"', 'href="/built2connect-waitlist"'],
  },
  {
    section: "2 /for-brands, Scale",
    path: "/for-brands",
    texts: ["Scale", "Product Activation Starting at $799", "TikTok Shop Setup $499+"],
    markup: [
      'name="productName" value="Product Activation"',
      'name="price" value="799"',
      'name="productName" value="TikTok Shop Setup"',
      'name="price" value="499"',
    ],
  },
  {
    section: "2 /for-creators",
    path: "/for-creators",
    texts: [
      ...[
        `${site.name} Community Access Free`,
        `Become a ${site.name} Athlete Free`,
        "Weekly Newsletter Free",
      ],
      ...["Built 2 Scale Group", "$14.99 /month", "Personal Brand Starter Kit", "$29"],
      ...["1:1 Brand Coaching", "$299 /month"],
    ],
    links: {
      "Join the Community": "/creator-application",
      "Apply as an Athlete": "/athlete-application",
      "Get the Newsletter": "/creator-newsletter",
    },
    markup: ['name="price" value="14.99"', 'name="price" value="29"', 'name="price" value="299"'],
  },
  {
    section: "3 Service item",
    path: "/shop",
    texts: [
      ...["TikTok Shop Setup", "$499 Buy Now", "Product Activation", "$799 Buy Now"],
      ...["Built 2 Connect", "$249 /month", "Social Media Planner", "$49 /month"],
      ...["1:1 Brand Coaching", "$299 /month", "Personal Brand Starter Kit", "$29 Buy Now"],
      ...["Built 2 Scale Group", "$14.99 /month"],
    ],
    times: { "Buy Now": 7, "Marketing Services": 7 },
    markup: ['name="mode" value="payment"', 'name="mode" value="subscription"'],
  },
  {
    section: "2 /checkout-success",
    path: "/checkout-success",
    texts: ["Payment Successful", "Check your confirmation email", "spam folder"],
    links: { Home: "/", "Back to Shop": "/shop" },
  },
  {
    section: "2 /checkout-cancel",
    path: "/checkout-cancel",
    texts: ["Payment Cancelled", "No charge was made", site.supportEmail],
    links: { Home: "/", "Back to Shop": "/shop" },
  },
  {
    section: "2 /case-study",
    path: "/case-study",
    texts: ["Dolores Whitfield-Ames"],
    links: { "Apply as a Brand": "/brand-application", "Join as a Creator": "/creator-application" },
  },
  ...(
    [
      ["/partners", "partner"],
      ["/newsletter", "newsletter"],
      ["/creator-newsletter", "creator-newsletter"],
      ["/brand-application", "brand-application"],
      ["/creator-application", "creator-application"],
      ["/athlete-application", "athlete-application"],
      ["/social-media-planner-waitlist", "social-media-planner-waitlist"],
      ["/built2connect-waitlist", "built2connect-waitlist"],
    ] as const
  ).map(([path, form]) => ({
    section: `7 Embedded form, ${path}`,
    path,
    markup: [`name="form" value="${form}"`],
  })),
]
