/** Members comment on a day: live for those who look, with tricks in the text, hidden by the owner, and without scripts. */
import { signIn } from "./support/account.ts"
import { expectUsable } from "./support/axe.ts"
import { callerOf } from "./support/own-members.ts"
import { test } from "./support/own-site.ts"
import { addStaff } from "./support/staff.ts"
import { expect } from "./support/test.ts"
import { withoutScripts } from "./support/without-scripts.ts"

test.use({ shared: true })

test("a comment is read at once, changed, hidden by the owner of the day, and works without scripts", async ({
  page,
  site,
  browser,
  baseURL,
}) => {
  const { join, upload } = callerOf(site)
  const [mia, ada] = [await join("Mia Comments", "public"), await join("Ada Commented", "public")]
  for (const [member, minutes] of [
    [mia, 60],
    [ada, 90],
  ] as const)
    await upload(member, minutes)
  // Without a moderator there are no comments.
  await addStaff(site, "moderator")
  await signIn(page, mia)
  await page.goto(`/leaderboard/athletes/${ada.slug}`)
  await page.getByRole("link", { name: /^Comment / }).click()
  await expect(page.getByText("Nobody has written anything yet.")).toBeVisible()

  const owner = await (await browser.newContext({ baseURL: site.url })).newPage()
  await signIn(owner, ada)
  await owner.goto(page.url())
  const half = owner.getByRole("textbox", { name: "Write a comment" })
  await half.fill("I was just about to")

  await page
    .getByRole("textbox", { name: "Write a comment" })
    .fill("Strong \u202emorning\u202c, <b>Ada</b>!\u200b")
  await page.getByRole("button", { name: "Post" }).click()
  await expect(owner.getByText("Strong morning, <b>Ada</b>!")).toBeVisible()
  // What the other is writing meanwhile stays.
  await expect(half).toHaveValue("I was just about to")
  await expect(page.getByRole("textbox", { name: "Write a comment" })).toHaveValue("")
  await page.locator("summary", { hasText: "Edit" }).click()
  await page.getByRole("textbox", { name: "Your comment" }).fill("Strong evening!")
  await page.getByRole("button", { name: "Save" }).click()
  await expect(owner.getByRole("paragraph").filter({ hasText: "Strong evening!" })).toBeVisible()
  await expect(owner.getByText(", edited")).toBeVisible()
  await expectUsable(owner)
  await owner.getByRole("button", { name: "Hide the comment of Mia Comments" }).click()
  await expect(owner.getByText("You have hidden it from others.")).toBeVisible()
  // The writer is not told.
  await page.reload()
  await expect(page.getByRole("paragraph").filter({ hasText: "Strong evening!" })).toBeVisible()
  await owner.context().close()

  const plain = await withoutScripts(browser, page, baseURL)
  await plain.goto(page.url())
  await plain.getByRole("textbox", { name: "Write a comment" }).fill("Look at https://example.com")
  await plain.getByRole("button", { name: "Post" }).click()
  await expect(plain.getByText(/^Links are for members/)).toBeVisible()
  await expect(plain.getByRole("textbox", { name: "Write a comment" })).toHaveValue(
    "Look at https://example.com",
  )
  await plain.getByRole("textbox", { name: "Write a comment" }).fill("Well done")
  await plain.getByRole("button", { name: "Post" }).click()
  await expect(plain.getByRole("paragraph").filter({ hasText: "Well done" })).toBeVisible()
  await plain.getByRole("button", { name: "Delete my comment" }).last().click()
  await expect(plain.getByRole("paragraph").filter({ hasText: "Well done" })).toHaveCount(0)
  await plain.context().close()
})
