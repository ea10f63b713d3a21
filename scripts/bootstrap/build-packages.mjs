// @ts-check
/** Dependencies that nothing loads at run time; test/architecture.test.ts holds the imports to it. */
export const buildPackages = [
  "@react-router/dev",
  "@react-router/node",
  "@tailwindcss/vite",
  "@tanstack/react-query",
  "@tanstack/react-table",
  "cmdk",
  "diff",
  "node",
  "radix-ui",
  "react",
  "react-dom",
  "react-router",
  "tailwindcss",
  "tinykeys",
  "uplot",
  "vite",
]
