/** A member's photo: cropped and uploaded, approved by an operator, shown beside the name on the board, and removed. */
import sharp from "sharp"
import { signIn } from "./support/account.ts"
import { callerOf } from "./support/own-members.ts"
import { test } from "./support/own-site.ts"
import { addStaff, enterConsole } from "./support/staff.ts"
import { expect } from "./support/test.ts"

test.use({ shared: true })

/** Red at the top, blue at the bottom. */
const upright = sharp({ create: { width: 600, height: 900, channels: 3, background: "#c04020" } })
  .composite([
    { input: { create: { width: 600, height: 450, channels: 3, background: "#2040c0" } }, gravity: "south" },
  ])
  .jpeg()

test("a photo is cropped, approved by an operator, shown beside the name, and removed", async ({
  page,
  site,
  browser,
}) => {
  const { join, upload } = callerOf(site)
  const member = await join("Petra Portrait", "public")
  await upload(member, 60)
  await signIn(page, member)
  await page.goto("/account")
  const own = page.getByRole("region", { name: "My photo" })
  const file = { name: "portrait.jpg", mimeType: "image/jpeg", buffer: await upright.toBuffer() }
  await own.getByLabel("Choose a photo").setInputFiles(file)
  // All the way down, where the picture is blue.
  await own.getByLabel("Up and down").press("End")
  await own.getByRole("button", { name: "Use this square" }).click()
  await expect(own.getByRole("status")).toContainText("Only you can see it")
  await expect(own.getByRole("img", { name: "Your photo" })).toBeVisible()

  const desk = await (await browser.newContext({ baseURL: site.url })).newPage()
  await enterConsole(desk, await addStaff(site, "helper"), site.url, "/today")
  await desk.getByRole("link", { name: /photos? (is|are) waiting/ }).click()
  const waiting = desk.getByRole("img", { name: "Sent by Petra Portrait" })
  await expect(waiting).toHaveJSProperty("naturalWidth", 256)
  const address = (await waiting.getAttribute("src")) ?? ""
  const version = address.split("/")[2] ?? ""
  const image = await (await fetch(site.url + address)).arrayBuffer()
  const [, , blue] = (await sharp(image).stats()).channels
  expect(blue?.mean).toBeGreaterThan(150)

  // A member who opts in to be seen as a viewer is shown, even to strangers.
  const settings = page.getByRole("region", { name: "How I am shown" })
  await page.goto("/account/settings")
  await settings.getByLabel(/show my name and photo to anyone/).check()
  await settings.getByRole("button", { name: "Save" }).click()
  await expect(settings.getByText("Saved.")).toBeVisible()
  const stranger = await (await browser.newContext({ baseURL: site.url })).newPage()
  await stranger.goto("/leaderboard")

  // Her own row is also shown above the board.
  const row = page.locator("#board [data-row]", { hasText: "Petra Portrait" })
  const face = row.locator('img[src*="/photos/"], source[srcset*="/photos/"] ~ img')
  await page.goto("/leaderboard")
  await expect(row.last()).toBeVisible()
  await expect(face).toHaveCount(0)
  await desk.getByRole("button", { name: "Show the photo of Petra Portrait" }).click()
  await expect(desk.getByRole("status")).toContainText("The photo of Petra Portrait is shown.")
  await expect(waiting).toHaveCount(0)
  // The open board is updated.
  await expect(face.last()).toBeVisible()
  await face.last().scrollIntoViewIfNeeded()
  await expect(face.last()).toHaveJSProperty("naturalWidth", 96)
  // A live page may be a second old.
  const theirs = async () => (await fetch(`${site.url}/leaderboard/athletes/${member.slug}`)).text()
  await expect.poll(theirs).toContain('alt="Photo of Petra Portrait"')

  const among = stranger.getByRole("list", { name: "Among them" })
  await expect(among).toContainText("Petra Portrait")
  await expect(among.locator("img")).toHaveJSProperty("naturalWidth", 96)
  await expect(stranger.getByText(/^\d+ are looking now$/)).toBeVisible()
  await stranger.context().close()

  await page.goto("/account")
  await expect(own.getByRole("status").getByText("Shown wherever your name")).toBeVisible()
  await own.getByRole("button", { name: "Remove my photo" }).click()
  await expect(own.getByRole("img")).toHaveCount(0)
  const board = async () => (await fetch(`${site.url}/leaderboard`)).text()
  await expect.poll(board).not.toContain(version)
  expect(await board()).toContain("Petra Portrait")
  expect((await fetch(`${site.url}/photos/${version}/96.webp`)).status).toBe(404)
})
