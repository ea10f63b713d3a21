import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Client } from "../support/server.ts"
import { type StorageServer, startStorage } from "../support/storage.ts"

/** Members write to a folder of their own and read their own objects, and everybody reads the folder "shown". */
const sql = `
  insert into storage.buckets (id, name, public) values ('own', 'own', false), ('drop', 'drop', false);
  create policy "own folder" on storage.objects for all to authenticated
    using (bucket_id = 'own' and (storage.foldername(name))[1] = auth.uid()::text)
    with check (bucket_id = 'own' and (storage.foldername(name))[1] = auth.uid()::text);
  create policy shown on storage.objects for select to anon, authenticated
    using (bucket_id = 'own' and (storage.foldername(name))[1] = 'shown');
  -- A letter box: whoever drops something in cannot look.
  create policy "drop only" on storage.objects for insert to anon
    with check (bucket_id = 'drop' and name like 'letter%');
  -- Allows what is being done, and how long it may take, as the name says.
  create policy "as named" on storage.objects for insert to anon
    with check (bucket_id = 'drop' and name = storage.operation() || '/' || current_setting('statement_timeout'));
  create policy "see own bucket" on storage.buckets for select to authenticated using (id = 'own');
`

let server: StorageServer
let admin: Client["storage"]
const ann = randomUUID()
const bob = randomUUID()
let asAnn: Client["storage"]
let asBob: Client["storage"]
let asAnon: Client["storage"]

beforeAll(async () => {
  server = await startStorage({ sql })
  admin = server.client({ key: server.keys.secret }).storage
  asAnn = server.client({ token: await server.issuer.token({ sub: ann }) }).storage
  asBob = server.client({ token: await server.issuer.token({ sub: bob }) }).storage
  asAnon = server.client().storage
})
afterAll(() => server.close())

const refused = {
  statusCode: "403",
  status: 400,
  message: "new row violates row-level security policy",
}

test("policies decide who may upload, and where", async () => {
  expect((await asAnn.from("own").upload(`${ann}/a.txt`, "mine")).error).toBeNull()
  for (const [who, path] of [
    [asBob, `${ann}/b.txt`],
    [asAnon, `${ann}/b.txt`],
    [asAnn, "elsewhere.txt"],
    [asAnn, "shown/b.txt"],
  ] as const)
    expect((await who.from("own").upload(path, "not mine")).error).toMatchObject(refused)
  const [row] = await server.db
    .sql`select owner, owner_id from storage.objects where name = ${`${ann}/a.txt`}`
  expect(row).toEqual({ owner: ann, owner_id: ann })
})

test("somebody else's objects are neither read, listed, signed, changed, moved, copied nor removed", async () => {
  const path = `${ann}/private.txt`
  await asAnn.from("own").upload(path, "private")
  for (const who of [asBob, asAnon]) {
    const own = who.from("own")
    const missing = { statusCode: "404", message: "Object not found" }
    expect((await own.download(path)).error).toMatchObject({ status: 400 })
    expect((await own.info(path)).error).toMatchObject(missing)
    expect((await own.exists(path)).data).toBe(false)
    expect((await own.list(ann)).data).toEqual([])
    expect((await own.listV2({ prefix: ann })).data?.objects).toEqual([])
    expect((await own.createSignedUrl(path, 60)).error).toMatchObject(missing)
    expect((await own.createSignedUrls([path], 60)).data).toMatchObject([{ signedUrl: null }])
    expect((await own.createSignedUploadUrl(path, { upsert: true })).error).toMatchObject(refused)
    expect((await own.update(path, "changed")).error).toMatchObject(missing)
    expect((await own.upload(path, "changed", { upsert: true })).error).toMatchObject(refused)
    expect((await own.move(path, `${bob}/stolen.txt`)).error).toMatchObject(missing)
    expect((await own.copy(path, `${bob}/stolen.txt`)).error).toMatchObject(missing)
    expect((await own.remove([path])).data).toEqual([])
    expect((await who.emptyBucket("own")).error === null || who === asAnon).toBe(true)
  }
  expect(await (await asAnn.from("own").download(path)).data?.text()).toBe("private")
})

test("nobody moves or copies into somebody else's folder, or changes an object while signing for another", async () => {
  await asBob.from("own").upload(`${bob}/gift.txt`, "gift")
  expect((await asBob.from("own").move(`${bob}/gift.txt`, `${ann}/gift.txt`)).error).toMatchObject(refused)
  expect((await asBob.from("own").copy(`${bob}/gift.txt`, `${ann}/gift.txt`)).error).toMatchObject(refused)
  expect((await asBob.from("own").createSignedUploadUrl(`${ann}/gift.txt`)).error).toMatchObject(refused)
})

test("a policy can allow uploading without reading", async () => {
  expect((await asAnon.from("drop").upload("letter.txt", "dear operator")).error).toBeNull()
  expect((await asAnon.from("drop").download("letter.txt")).error).not.toBeNull()
  expect((await asAnon.from("drop").list()).data).toEqual([])
  expect(await (await admin.from("drop").download("letter.txt")).data?.text()).toBe("dear operator")
})

test("a policy knows the operation, and may take three seconds for visitors", async () => {
  expect((await asAnon.from("drop").upload("storage.object.upload/3s", "x")).error).toBeNull()
  expect((await asAnon.from("drop").upload("storage.object.upload/0", "x")).error).toMatchObject(refused)
})

test("objects shown to everybody are shown to visitors", async () => {
  await admin.from("own").upload("shown/a.txt", "for all")
  expect(await (await asAnon.from("own").download("shown/a.txt")).data?.text()).toBe("for all")
  expect((await asAnon.from("own").update("shown/a.txt", "x")).error).toMatchObject({ statusCode: "404" })
})

test("policies decide who sees and changes buckets", async () => {
  expect((await asAnn.listBuckets()).data?.map(({ id }) => id)).toEqual(["own"])
  expect((await asAnon.listBuckets()).data).toEqual([])
  expect((await asAnon.getBucket("own")).error).toMatchObject({ statusCode: "404" })
  expect((await asAnn.createBucket("mine")).error).toMatchObject(refused)
  expect((await asAnn.updateBucket("own", { public: true })).error).toMatchObject({ statusCode: "404" })
  expect((await asAnn.deleteBucket("own")).error).toMatchObject({ statusCode: "404" })
  expect((await admin.getBucket("own")).data).toMatchObject({ public: false })
})

test("without a key or a token, or with a wrong one, only public and signed addresses work", async () => {
  const send = (headers: Record<string, string>) =>
    fetch(`${server.url}/storage/v1/object/own/shown/a.txt`, { headers })
  expect(await (await send({})).json()).toEqual({
    statusCode: "400",
    error: "InvalidJWT",
    message: "Invalid Compact JWS",
    code: "InvalidJWT",
  })
  const expired = await server.issuer.token({ sub: ann }, -10)
  for (const headers of [
    { apikey: "sb_publishable_wrong" },
    { authorization: "Bearer nonsense" },
    { authorization: `Bearer ${expired}` },
    { apikey: server.keys.publishable, authorization: `Bearer ${expired}` },
    { apikey: server.keys.secret, "user-agent": "Mozilla/5.0 (X11)" },
    { authorization: `Bearer ${server.keys.secret}`, "user-agent": "Mozilla/5.0 (X11)" },
  ])
    expect(await (await send(headers as unknown as Record<string, string>)).json()).toMatchObject({
      code: "InvalidJWT",
    })
  // A token alone is enough, as with Supabase's gateway.
  expect(
    await (await send({ authorization: `Bearer ${await server.issuer.token({ sub: ann })}` })).text(),
  ).toBe("for all")
  expect(await (await send({ authorization: `Bearer ${server.keys.publishable}` })).text()).toBe("for all")
})

test("the token's claims reach the policies, and no caller keeps the role of another", async () => {
  await server.db.query(`
    create policy "by claim" on storage.objects for select to authenticated
      using (bucket_id = 'own' and name = 'claimed.txt' and auth.jwt() ->> 'club' = 'north')`)
  await admin.from("own").upload("claimed.txt", "north only")
  const member = async (club: string) =>
    server
      .client({ token: await server.issuer.token({ sub: ann, club }) })
      .storage.from("own")
      .download("claimed.txt")
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => member(n % 2 ? "north" : "south")))
  expect(answers.map(({ error }) => error === null)).toEqual(answers.map((_, n) => n % 2 === 1))
})
