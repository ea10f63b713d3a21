import { expect, test } from "vitest"
import { scriptHashes } from "./inline-scripts.ts"

test("every inline script that runs is hashed once; external scripts and structured data are not", () => {
  const html = `
    <script>let a = 1</script><script nonce="x">let a = 1</script><script type="module">let b = 2</script>
    <script src="/a.js"></script><script type="application/ld+json">{"a":1}</script>`
  // openssl dgst -sha256 -binary | base64 of "let a = 1" and "let b = 2".
  expect(scriptHashes(html)).toEqual([
    "sha256-LAfYd7pbFUgwfQu8b4q135PeTG2z+/coPEUYCd74eCQ=",
    "sha256-hw6SF70TgtO+azcigl1qlSK/03SKqmHr++X+jfL8cto=",
  ])
})
