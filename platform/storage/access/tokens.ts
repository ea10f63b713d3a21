import { hkdfSync } from "node:crypto"
import { errors, jwtVerify, SignJWT } from "jose"
import { z } from "zod"
import { Refusal } from "../refusal.ts"

const download = z.object({
  scope: z.literal("download"),
  /** "bucket/key" */
  url: z.string(),
  /** "width:100,height:100" if the URL is for an image rendered from it, and for nothing else. */
  transformations: z.string().optional(),
  /** Valid only for this version of the object. */
  version: z.string().optional(),
})
const upload = z.object({
  scope: z.literal("upload"),
  url: z.string(),
  upsert: z.boolean(),
  /** The account that signed it, which will own the object. */
  owner: z.string().nullable(),
})

type Download = z.output<typeof download>
type Upload = z.output<typeof upload>

export interface Tokens {
  sign(content: Download | Upload, seconds: number): Promise<string>
  /** Throws InvalidJWT or ExpiredToken if it is forged, expired, for another purpose, or for another object. */
  readDownload(token: string | undefined, url: string): Promise<Download>
  readUpload(token: string | undefined, url: string | null): Promise<Upload>
}

/** Signed URLs: HS256 with a separate key (HKDF-SHA-256 of the secret). */
export function createTokens({ secret, now }: { secret: string; now: () => Date }): Tokens {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", "storage addresses", 32))

  async function read<Shape extends z.ZodType<{ url: string }>>(
    shape: Shape,
    token: string | undefined,
    url: string | null,
  ): Promise<z.output<Shape>> {
    try {
      const { payload } = await jwtVerify(token ?? "", key, {
        algorithms: ["HS256"],
        currentDate: now(),
        requiredClaims: ["exp"],
      })
      const content = shape.safeParse(payload)
      if (content.success && (url === null || content.data.url === url)) return content.data
    } catch (error) {
      if (error instanceof errors.JWTExpired)
        throw new Refusal("ExpiredToken", "The signed address has expired")
      if (!(error instanceof errors.JOSEError)) throw error
    }
    throw new Refusal("InvalidSignature", "The signature does not belong to this address")
  }

  return {
    sign(content, seconds) {
      const issued = Math.floor(now().getTime() / 1000)
      const token = new SignJWT({ ...content }).setProtectedHeader({ alg: "HS256" }).setIssuedAt(issued)
      return token.setExpirationTime(issued + seconds).sign(key)
    },
    readDownload: (token, url) => read(download, token, url),
    readUpload: (token, url) => read(upload, token, url),
  }
}
