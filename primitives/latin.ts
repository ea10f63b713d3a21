import anyAscii from "any-ascii"

/**
 * Transliterates text of any script to the letters a to z as far as possible: "Đức" -> "Duc", "王小明" -> "WangXiaoMing".
 */
export function latinLetters(text: string): string {
  return anyAscii(text)
}
