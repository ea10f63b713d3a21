import { describe, expect, test } from "vitest"
import { splitStatements } from "./split-statements.ts"

const texts = (sql: string) => splitStatements(sql).map((statement) => statement.text)

describe("where a statement ends", () => {
  test.each<[string, string, string[]]>([
    ["at its semicolon", "select 1; select 2;", ["select 1", "select 2"]],
    ["at the end of the file", "select 1", ["select 1"]],
    ["not in a string", "select ';', 'it''s; here'; select 2", ["select ';', 'it''s; here'", "select 2"]],
    [
      "not in a string with escapes",
      String.raw`select E'\';'; select 2`,
      [String.raw`select E'\';'`, "select 2"],
    ],
    [
      "not in a plain string that ends with a backslash",
      String.raw`select '\'; select 2`,
      [String.raw`select '\'`, "select 2"],
    ],
    ["not in a quoted name", 'select ";"; select 2', ['select ";"', "select 2"]],
    ["not in a body", "do $$ begin; end $$; select 2", ["do $$ begin; end $$", "select 2"]],
    [
      "not in a tagged body with another inside",
      "do $a$ $$;$$ $b$;$b$ $a$; select 2",
      ["do $a$ $$;$$ $b$;$b$ $a$", "select 2"],
    ],
    ["not at a parameter", "select $1; select $2;", ["select $1", "select $2"]],
    ["not in a line comment", "select 1 -- one; two\n; select 2", ["select 1 -- one; two", "select 2"]],
    [
      "not in a nested comment",
      "select /* ; /* ; */ ; */ 1; select 2",
      ["select /* ; /* ; */ ; */ 1", "select 2"],
    ],
    [
      "not in an SQL body",
      "create function f() returns int begin atomic select 1; select case when true then 1 end; end; select 2",
      [
        "create function f() returns int begin atomic select 1; select case when true then 1 end; end",
        "select 2",
      ],
    ],
    ["nowhere in empty text", " ;; -- only this\n ; /* and this */", []],
  ])("%s", (_, sql, expected) => {
    expect(texts(sql)).toEqual(expected)
  })
})

describe("the normalized form", () => {
  const meaning = (sql: string) => splitStatements(sql).map((statement) => statement.canonical)

  test("line endings, indentation and comments are ignored", () => {
    expect(meaning("-- why\r\ncreate table t (\r\n  a int -- first\r\n);")).toEqual(
      meaning("create table t ( a int );"),
    )
  })

  test("whitespace inside a literal or a function body is significant", () => {
    expect(meaning("select 'a b'")).not.toEqual(meaning("select 'a  b'"))
    expect(meaning("do $$ a $$")).not.toEqual(meaning("do $$  a $$"))
    expect(meaning("select '--a'")).not.toEqual(meaning("select '--b'"))
  })
})
