// @ts-check
/** Dependencies that nothing loads at run time; test/architecture.test.ts holds the imports to it. */
export const buildPackages = [
  "@mdx-js/rollup",
  "@react-router/dev",
  "@react-router/node",
  "@tailwindcss/vite",
  "@tanstack/react-query",
  "@tanstack/react-table",
  "cmdk",
  "node",
  "radix-ui",
  "react",
  "react-dom",
  "react-router",
  "remark-frontmatter",
  "remark-mdx-frontmatter",
  "tailwindcss",
  "tinykeys",
  "uplot",
  "vite",
]
