/** Members cheer, block and report each other; a stranger reports a page; all of it without scripts, too. */
import { signIn } from "./support/account.ts"
import { expectUsable } from "./support/axe.ts"
import { callerOf } from "./support/own-members.ts"
import { test } from "./support/own-site.ts"
import { expect } from "./support/test.ts"
import { withoutScripts } from "./support/without-scripts.ts"

test.use({ shared: true })

test("a tap cheers a day where it is shown, the other is told at once, blocks from the cheer, and is gone", async ({
  page,
  site,
  browser,
}) => {
  const { join, upload } = callerOf(site)
  const [mia, ada] = [await join("Mia Cheers", "public"), await join("Ada Cheered", "public")]
  for (const [member, minutes] of [
    [mia, 60],
    [ada, 90],
  ] as const)
    await upload(member, minutes)
  const other = await (await browser.newContext({ baseURL: site.url })).newPage()
  await signIn(other, ada)
  await other.goto("/account/cheers")
  await expect(other.getByText("Nobody has cheered you yet.")).toBeVisible()
  const board = await other.context().newPage()
  await board.goto("/leaderboard")
  await expect(board.getByText("Live", { exact: true })).toBeVisible()

  await signIn(page, mia)
  await page.goto("/leaderboard")
  const row = page.locator("#board [data-row]", { hasText: "Ada Cheered" }).last()
  await row.locator("summary").click()
  await row.getByRole("button", { name: /^Cheer / }).click()
  await expect(row.getByRole("button", { name: /^Cheered / })).toHaveAttribute("aria-pressed", "true")
  // On whichever page she is, and in the list that is open.
  await expect(board.getByText("You were cheered", { exact: true })).toBeVisible()
  await expect(other.getByRole("link", { name: "Mia Cheers", exact: true })).toBeVisible()
  const saved = () => page.waitForResponse((answer) => new URL(answer.url()).pathname === "/cheers")
  const words = saved()
  await row.getByRole("combobox", { name: /^A few words/ }).selectOption("Strong work!")
  expect((await words).ok()).toBe(true)

  await other.reload()
  await expect(other.getByText("Strong work!")).toBeVisible()
  await expectUsable(other)
  await row.getByRole("button", { name: /^Cheered / }).click()
  await expect(row.getByRole("button", { name: /^Cheer / })).toBeVisible()
  await other.reload()
  await expect(other.getByText("Nobody has cheered you yet.")).toBeVisible()

  // Nobody is told of the same day twice, but the list has it.
  const again = saved()
  await row.getByRole("button", { name: /^Cheer / }).click()
  expect((await again).ok()).toBe(true)
  await other.reload()
  await expect(other.getByRole("link", { name: "Mia Cheers", exact: true })).toBeVisible()
  await other.getByRole("button", { name: "Block Mia Cheers" }).click()
  await expect(other.getByText("Blocked. Nobody is told.")).toBeVisible()
  await expect(
    other
      .getByRole("region", { name: "People I have blocked" })
      .getByText("Mia Cheers", { exact: true })
      .first(),
  ).toBeVisible()
  // The open board of the blocked one drops the name, and the athlete's page is like that of somebody hidden.
  await expect(page.locator("#board [data-row]", { hasText: "Ada Cheered" })).toHaveCount(0)
  await page.goto(`/leaderboard/athletes/${ada.slug}`)
  await expect(page.getByRole("heading", { name: "Not shown" })).toBeVisible()
  await other.getByRole("button", { name: "Unblock Mia Cheers" }).click()
  await expect(other.getByRole("region", { name: "People I have blocked" })).toHaveCount(0)
  await other.context().close()
})

test("without scripts a day is cheered, words are changed, and somebody is reported and blocked", async ({
  page,
  site,
  browser,
  baseURL,
}) => {
  const { join, upload } = callerOf(site)
  const [ned, bo] = [await join("Ned Noscript", "public"), await join("Bo Cheered", "public")]
  for (const [member, minutes] of [
    [ned, 60],
    [bo, 90],
  ] as const)
    await upload(member, minutes)
  await signIn(page, ned)
  const plain = await withoutScripts(browser, page, baseURL)
  await plain.goto(`/leaderboard/athletes/${bo.slug}`)
  await plain.getByRole("link", { name: /^Cheer, block or report/ }).click()
  await plain.getByRole("combobox").selectOption("Well done!")
  await plain.getByRole("button", { name: /^Cheer / }).click()
  await expect(plain.getByRole("button", { name: /^Undo/ })).toBeVisible()
  await expect(plain.getByRole("combobox")).toHaveValue("well-done")
  await plain.getByRole("button", { name: /^Undo/ }).click()
  await expect(plain.getByRole("button", { name: /^Cheer / })).toBeVisible()

  await plain.getByRole("link", { name: "Report Bo Cheered" }).click()
  await plain.getByRole("button", { name: "Spam or advertising" }).click()
  await expect(plain.getByText("Thank you. A moderator will look at it")).toBeVisible()
  await plain.goto(`/leaderboard/athletes/${bo.slug}/cheer`)
  await plain.getByRole("button", { name: "Block Bo Cheered" }).click()
  await expect(plain).toHaveURL("/account/cheers#blocked")
  await expect(plain.getByText("a moderator looks at it")).toBeVisible()
  await plain.context().close()
})

test("a stranger reports a page: a mistake keeps what was typed, and a mail confirms it", async ({
  page,
  mail,
  browser,
  baseURL,
}) => {
  const plain = await withoutScripts(browser, page, baseURL)
  await plain.goto("/report")
  await plain.getByLabel("Address of the page").fill("https://elsewhere.example/")
  await plain.getByLabel("What is wrong with it?").fill("The picture was taken without permission.")
  await plain.getByRole("textbox", { name: /^Your name/ }).fill("Sam")
  await plain.getByLabel("Your email address").fill("sam-reports@example.org")
  await plain.getByRole("button", { name: "Send the report" }).click()
  await expect(plain.getByText("Give the address of a page on this site")).toBeVisible()
  await expect(plain.getByText("Confirm that you believe what you write.")).toBeVisible()
  await expect(plain.getByRole("textbox", { name: /^Your name/ })).toHaveValue("Sam")
  await plain.getByLabel("Address of the page").fill("/blog")
  await plain.getByLabel(/^I believe in good faith/).check()
  await plain.getByRole("button", { name: "Send the report" }).click()
  await expect(plain.getByText(/^Thank you. A person reads your report/)).toBeVisible()
  const confirmation = await mail({ to: "sam-reports@example.org" })
  expect(confirmation.text).toContain("/blog")
  await plain.context().close()
})
