import anyAscii from "any-ascii"

/** The text in the letters a to z as far as they can be told, whichever script it is in: "Đức" -> "Duc", "王小明" -> "WangXiaoMing". */
export function latinLetters(text: string): string {
  return anyAscii(text)
}
